import { type Currency, OFFERS, type OfferName } from '@academy/catalog'
import type { ReactNode } from 'react'
import { Check } from '../../ui/icons.ts'
import { OfferPrice } from './offer-price.tsx'

type OfferCardProps = {
  offer: OfferName
  currency: Currency
  headingLevel: 3 | 4
  action: ReactNode
  /** Payment terms; null when the offer is not for sale. */
  terms: string | null
}

/** The card of the bundle, in full width above the others. */
export function BundleCard({ offer, currency, headingLevel, action, terms }: OfferCardProps) {
  const { title, summary } = OFFERS[offer]
  const Heading = `h${headingLevel}` as const
  return (
    <section
      aria-label={title}
      className="grid gap-x-10 gap-y-4 rounded-lg border-2 border-ink bg-surface p-5 sm:grid-cols-[minmax(0,1fr)_15rem] sm:p-6"
    >
      <div>
        <Heading className="font-display text-xl font-bold tracking-tight">
          <span className="marked">{title}</span>
        </Heading>
        <p className="mt-1.5">{summary}</p>
        <Includes offer={offer} />
      </div>
      <div className="flex flex-col justify-between gap-4">
        <OfferPrice offer={offer} currency={currency} />
        {action}
      </div>
      {terms && <p className="text-xs text-muted sm:col-span-2">{terms}</p>}
    </section>
  )
}

/** The card of every other offer. */
export function OfferCard({ offer, currency, headingLevel, action, terms }: OfferCardProps) {
  const { title, summary } = OFFERS[offer]
  const Heading = `h${headingLevel}` as const
  return (
    <section aria-label={title} className="flex flex-col rounded-lg border border-rule-strong bg-surface p-5 sm:p-6">
      <Heading className="font-display text-lg font-bold tracking-tight">{title}</Heading>
      <OfferPrice offer={offer} currency={currency} className="mt-2" />
      <p className="mt-4 text-sm">{summary}</p>
      <Includes offer={offer} />
      <div className="mt-auto pt-6">{action}</div>
      {terms && <p className="mt-3 text-xs text-muted">{terms}</p>}
    </section>
  )
}

function Includes({ offer }: { offer: OfferName }) {
  return (
    <ul className="mt-3 flex flex-col gap-1.5 text-sm">
      {OFFERS[offer].includes.map((item) => (
        <li key={item} className="flex gap-2">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-positive" />
          {item}
        </li>
      ))}
    </ul>
  )
}
