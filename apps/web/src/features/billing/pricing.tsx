import { GUARANTEE_DAYS, OFFER_NAMES, type OfferName, offersFor } from '@academy/catalog'
import { useState } from 'react'
import { type Account, heldBy } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { env } from '../../env.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ShieldCheck } from '../../ui/icons.ts'
import { Countdown } from './countdown.tsx'
import { CurrencyToggle } from './currency-toggle.tsx'
import { CheckoutFailure, OfferAction } from './offer-action.tsx'
import { BundleBox, OfferCard } from './offer-card.tsx'
import { offerTerms } from './offer-terms.ts'
import { PricingSkeleton } from './pricing-skeleton.tsx'
import { useCheckout } from './use-checkout.ts'
import { useCurrency } from './use-currency.ts'

type PricingProps = {
  /** Counts down to the end of the launch, as long as that lies ahead (PRICE-05). */
  countdown?: boolean
  /** Level of its heading: one below what it stands under. */
  headingLevel?: 2 | 3
  /** A purchase was refused, because it is theirs already; the account is about to say so as well (D-119). */
  onHeld?: () => void
}

/** All that is sold, for the person who looks at it. Nobody can buy anything while we do not know what they have (D-105). */
export function Pricing({ countdown = true, headingLevel = 3, onHeld }: PricingProps) {
  const { context, error, reload } = useAccount()
  const [retrying, setRetrying] = useState(false)
  if (context) return <Offers account={context} countdown={countdown} headingLevel={headingLevel} onHeld={onHeld} />
  if (error === undefined) return <PricingSkeleton />
  const retry = () => {
    setRetrying(true)
    void reload().finally(() => setRetrying(false))
  }
  return (
    <ErrorState headingLevel={headingLevel} title="Your account could not be loaded" message={error} onRetry={retry} retrying={retrying} />
  )
}

type OffersProps = { account: Account; countdown: boolean; headingLevel: 2 | 3; onHeld: (() => void) | undefined }

function Offers({ account, countdown, headingLevel, onHeld }: OffersProps) {
  const [currency, setCurrency] = useCurrency()
  const checkout = useCheckout(onHeld)
  const states = offersFor({ ...account, entitlements: heldBy(account) })
  const Heading = `h${headingLevel}` as const
  const main = OFFER_NAMES.find((offer) => states[offer] === 'for_sale')
  const sheet = (offer: OfferName) => ({
    offer,
    currency,
    headingLevel: headingLevel === 2 ? (3 as const) : (4 as const),
    action: <OfferAction offer={offer} state={states[offer]} currency={currency} checkout={checkout} isMain={offer === main} />,
    terms: states[offer] === 'for_sale' ? offerTerms(offer, currency) : null,
  })
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Heading className="text-lg">Official Launch Pricing</Heading>
          {countdown && <Countdown deadline={env.launchDeadline} />}
          <p className="text-sm text-muted">Invoices are available after purchase.</p>
        </div>
        <CurrencyToggle value={currency} onChange={setCurrency} />
      </div>
      {states.bundle === 'hidden' ? <CheckoutFailure offer="bundle" checkout={checkout} /> : <BundleBox {...sheet('bundle')} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <OfferCard {...sheet('master_course')} />
        <OfferCard {...sheet('studio')} />
      </div>
      <div className="flex gap-3 border-t border-rule pt-5 text-sm">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-positive" />
        <div>
          <p className="font-semibold">{GUARANTEE_DAYS}-day “haven’t started” money-back guarantee</p>
          <p className="mt-0.5 max-w-prose text-muted">
            Bought it and have not started within {GUARANTEE_DAYS} days? You get your money back. Any tax is shown at checkout, before you
            pay.
          </p>
        </div>
      </div>
    </div>
  )
}
