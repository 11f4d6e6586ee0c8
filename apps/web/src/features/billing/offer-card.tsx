import { type Amounts, type Currency, formatAmount, isCourseId, OFFERS, type OfferName } from '@academy/catalog'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Check } from '../../ui/icons.ts'

type OfferCardProps = {
  offer: OfferName
  currency: Currency
  headingLevel: 3 | 4
  action: ReactNode
  /** Payment terms; null when the offer is not for sale. */
  terms: string | null
  /** What the course consists of, counted from its content. Without it the card says it in general. */
  courseContents?: string | undefined
  /** Stands in place of the price of the offer, for what the user has. */
  price?: ReactNode
  /** Whether the user came for this offer. */
  isRequested?: boolean
  studioPrice?: StudioPrice | undefined
}

/** The lower price for subscribers of the Studio. `holds`: whether the user is one. */
type StudioPrice = { amounts: Amounts; holds: boolean }

/** The card of the bundle, in full width above the others. */
export function BundleCard({ offer, currency, headingLevel, action, terms }: OfferCardProps) {
  const reason = terms && bundleReason(currency)
  const { title, summary } = OFFERS[offer]
  const Heading = `h${headingLevel}` as const
  return (
    // As wide as its container: beside the expanded sidebar that is narrower than the window.
    <div className="@container">
      <section
        aria-label={title}
        className="grid gap-x-10 gap-y-4 rounded-lg border-2 border-ink bg-surface p-5 sm:p-6 @min-[36rem]:grid-cols-2"
      >
        <div>
          <Heading className="font-display text-xl font-bold tracking-tight">
            <span className="marked">{title}</span>
          </Heading>
          <OfferPrice offer={offer} currency={currency} className="mt-2" />
          <p className="mt-4">{summary}</p>
          {reason && <p className="mt-3 text-sm text-muted">{reason}</p>}
        </div>
        <div className="flex flex-col justify-between gap-4">
          <Includes offer={offer} />
          {action}
        </div>
        {terms && <p className="text-xs text-muted @min-[36rem]:col-span-2">{terms}</p>}
      </section>
    </div>
  )
}

/** The card of every other offer. */
export function OfferCard({
  offer,
  currency,
  headingLevel,
  action,
  terms,
  courseContents,
  price,
  isRequested,
  studioPrice,
}: OfferCardProps) {
  const { title, summary } = OFFERS[offer]
  const Heading = `h${headingLevel}` as const
  return (
    <section
      aria-label={title}
      className={cx('flex flex-col rounded-lg bg-surface p-5 sm:p-6', isRequested ? 'border-2 border-ink' : 'border border-rule-strong')}
    >
      <Heading className="font-display text-lg font-bold tracking-tight">{title}</Heading>
      {price ?? <OfferPrice offer={offer} currency={currency} studioPrice={studioPrice} className="mt-2" />}
      <p className="mt-4 text-sm">{summary}</p>
      <Includes offer={offer} courseContents={courseContents} />
      <div className="mt-auto pt-6">{action}</div>
      {terms && <p className="mt-3 text-xs text-muted">{terms}</p>}
    </section>
  )
}

/** Returns what the bundle costs less than the course in it; undefined if it does not. */
function bundleSaving(currency: Currency): string | undefined {
  const less = OFFERS.master_course.amounts[currency] - OFFERS.bundle.amounts[currency]
  return less > 0 ? formatAmount(less, currency) : undefined
}

/** Adds to the terms of the course that the bundle costs less. */
export function withBundleSaving(terms: string, offer: OfferName, currency: Currency): string {
  const less = bundleSaving(currency)
  return less && offer === 'master_course' ? `${terms} The ${OFFERS.bundle.title} costs ${less} less.` : terms
}

/** Says why the bundle costs less than the course in it: it starts a subscription. */
function bundleReason(currency: Currency): string | undefined {
  const less = bundleSaving(currency)
  if (less === undefined) return undefined
  return `Why ${less} less than the course alone? It starts a Studio subscription, which we hope you keep. If you cancel it in the free months, you still pay less.`
}

function Includes({ offer, courseContents }: { offer: OfferName; courseContents?: string | undefined }) {
  const items: readonly string[] = OFFERS[offer].includes
  const shown = isCourseId(offer) && courseContents ? [courseContents, ...items.slice(1)] : items
  return (
    <ul className="mt-3 flex flex-col gap-1.5 text-sm">
      {shown.map((item) => (
        <li key={item} className="flex gap-2">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-positive" />
          {item}
        </li>
      ))}
    </ul>
  )
}

type OfferPriceProps = Pick<OfferCardProps, 'offer' | 'currency' | 'studioPrice'> & { className: string }

/** The price of an offer with its old price struck through. A subscriber of the Studio sees the lower price with its reason. */
function OfferPrice({ offer: name, currency, studioPrice, className }: OfferPriceProps) {
  const offer = OFFERS[name]
  const per = offer.kind === 'monthly' ? '/month' : ''
  const { amounts } = studioPrice?.holds ? studioPrice : offer
  return (
    <div className={cx('tabular-nums', className)}>
      <p className="font-display text-3xl font-bold tracking-tight">
        {formatAmount(amounts[currency], currency)}
        {per && <span className="ml-0.5 text-lg font-semibold tracking-normal text-muted">{per}</span>}
      </p>
      {studioPrice && (
        <p className="text-sm text-muted">
          {studioPrice.holds ? (
            <>
              Your price as a subscriber of the Studio, in place of <s>{formatAmount(offer.amounts[currency], currency)}</s>
            </>
          ) : (
            `${formatAmount(studioPrice.amounts[currency], currency)} for subscribers of the Studio`
          )}
        </p>
      )}
      {offer.oldAmounts && (
        <p className="text-sm text-muted">
          Old price{' '}
          <s>
            {formatAmount(offer.oldAmounts[currency], currency)}
            {per}
          </s>
        </p>
      )}
    </div>
  )
}
