import { GUARANTEE_DAYS, OFFER_NAMES, OFFERS, type OfferName, offersFor } from '@academy/catalog'
import { useState } from 'react'
import { type Account, entitlementsOf } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { env } from '../../env.ts'
import { Alert } from '../../ui/alert.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ShieldCheck } from '../../ui/icons.ts'
import { Countdown } from './countdown.tsx'
import { CurrencyToggle } from './currency-toggle.tsx'
import { CheckoutError, OfferAction } from './offer-action.tsx'
import { BundleCard, OfferCard } from './offer-card.tsx'
import { offerTerms } from './offer-terms.ts'
import { PricingSkeleton } from './pricing-skeleton.tsx'
import { useCheckout } from './use-checkout.ts'
import { useCurrency } from './use-currency.ts'

type PricingProps = {
  /** Shows the countdown to the launch deadline (PRICE-05). */
  countdown?: boolean
  /** Heading level. */
  headingLevel?: 2 | 3
  /** Called when the server refuses a purchase as already owned (D-119). */
  onAlreadyOwned?: () => void
}

/** All offers with their prices. Renders no offers until the account has loaded (D-105). */
export function Pricing({ countdown = true, headingLevel = 3, onAlreadyOwned }: PricingProps) {
  const { context, error, reload } = useAccount()
  const [retrying, setRetrying] = useState(false)
  if (context) return <Offers account={context} countdown={countdown} headingLevel={headingLevel} onHeld={onAlreadyOwned} />
  if (error === undefined) return <PricingSkeleton />
  const retry = () => {
    setRetrying(true)
    void reload().finally(() => setRetrying(false))
  }
  return (
    <ErrorState headingLevel={headingLevel} title="We couldn't load your account" message={error} onRetry={retry} retrying={retrying} />
  )
}

/** Explains a payment that takes days, such as a bank debit or a bank transfer. */
const ProcessingPayment = ({ offer }: { offer: OfferName }) => (
  <Alert title="Payment is processing">
    <p className="max-w-prose">
      Your bank was asked to pay for the {OFFERS[offer].title}. It opens as soon as the money arrives, which can take several days. Until
      then you cannot buy anything else.
    </p>
  </Alert>
)

type OffersProps = { account: Account; countdown: boolean; headingLevel: 2 | 3; onHeld: (() => void) | undefined }

function Offers({ account, countdown, headingLevel, onHeld }: OffersProps) {
  const [currency, setCurrency] = useCurrency()
  const checkout = useCheckout(onHeld)
  const states = offersFor({ ...account, entitlements: entitlementsOf(account) })
  const Heading = `h${headingLevel}` as const
  const primaryOffer = OFFER_NAMES.find((offer) => states[offer] === 'for_sale')
  const [processingOffer] = account.processing_payments
  const cardProps = (offer: OfferName) => ({
    offer,
    currency,
    headingLevel: headingLevel === 2 ? (3 as const) : (4 as const),
    action: <OfferAction offer={offer} state={states[offer]} currency={currency} checkout={checkout} isPrimary={offer === primaryOffer} />,
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
      {processingOffer && <ProcessingPayment offer={processingOffer} />}
      {states.bundle === 'hidden' ? <CheckoutError offer="bundle" checkout={checkout} /> : <BundleCard {...cardProps('bundle')} />}
      <div className="grid gap-5 sm:grid-cols-2">
        {OFFER_NAMES.filter((offer) => offer !== 'bundle').map((offer) => (
          <OfferCard key={offer} {...cardProps(offer)} />
        ))}
      </div>
      <div className="flex gap-3 border-t border-rule pt-5 text-sm">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-positive" />
        <div>
          <p className="font-semibold">{GUARANTEE_DAYS}-day “haven’t started” money-back guarantee</p>
          <p className="mt-0.5 max-w-prose text-muted">
            Haven't started within {GUARANTEE_DAYS} days of buying? We'll refund you in full. Any tax is shown at checkout, before you pay.
          </p>
        </div>
      </div>
    </div>
  )
}
