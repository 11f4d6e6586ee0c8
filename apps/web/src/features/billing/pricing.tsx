import {
  COURSES,
  type CourseId,
  CURRENCIES,
  type Entitlements,
  FIRST_COURSE,
  GUARANTEE_DAYS,
  holdsStudio,
  isCourseId,
  OFFER_NAMES,
  type OfferName,
  offersFor,
  studioAmounts,
} from '@academy/catalog'
import { useState } from 'react'
import { type Account, entitlementsOf } from '../../account/account-context.ts'
import type { PricingReason } from '../../account/pricing-dialog-context.tsx'
import { useAccount } from '../../account/use-account.ts'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { ShieldCheck } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Countdown } from './countdown.tsx'
import { CurrencyToggle } from './currency-toggle.tsx'
import { CheckoutError, OfferAction } from './offer-action.tsx'
import { BundleCard, OfferCard, withBundleSaving } from './offer-card.tsx'
import { offerTerms } from './offer-terms.ts'
import { PlanPrice, usePlan } from './plan.tsx'
import { PricingSkeleton } from './pricing-skeleton.tsx'
import { OffersForOthers } from './team-offer.tsx'
import { useCheckout } from './use-checkout.ts'
import { useCurrency } from './use-currency.ts'

type PricingProps = {
  /** Shows the countdown to the launch deadline. */
  countdown?: boolean
  /** 3 in the pricing dialog, where the guarantee stays in view while the offers scroll. */
  headingLevel?: 2 | 3
  /** The feature that the user came for. The offer that includes it stands first and has the primary button. */
  reason?: PricingReason
  /** Name of the locked tutorial that the user clicked. */
  tutorial?: string | undefined
  /** What the course consists of, counted from its content. */
  courseContents?: string | undefined
  /** Whether the next purchase of a further course would have the guarantee; the account says it of the Master Course. */
  nextGuarantee?: NextGuarantee
  /** When gifts end that alone open the Studio: a subscription is free until then. */
  studioFreeUntil?: string | null
  /** Called when the server refuses a purchase as already owned. */
  onAlreadyOwned?: () => void
}

/** All offers with their prices. Renders no offers until the account has loaded. */
export function Pricing(props: PricingProps) {
  const { context, error, reload } = useAccount()
  const [retrying, setRetrying] = useState(false)
  if (context) return <Offers account={context} {...props} />
  if (error === undefined) return <PricingSkeleton />
  const retry = () => {
    setRetrying(true)
    void reload().finally(() => setRetrying(false))
  }
  return (
    <ErrorState
      headingLevel={props.headingLevel ?? 3}
      title="We couldn't load your account"
      message={error}
      onRetry={retry}
      retrying={retrying}
    />
  )
}

const ProcessingPayment = lazyPart(async () => (await import('./processing-payment.tsx')).ProcessingPayment)

const STUDIO_REASONS: readonly PricingReason[] = ['resources', 'my_prompts', 'slack_premium']

/** Returns the offer that includes what the user came for; undefined if every offer does. */
function offerForReason(reason: PricingReason): OfferName | undefined {
  if (STUDIO_REASONS.includes(reason)) return 'studio'
  if (reason === 'aha_sessions') return FIRST_COURSE
  return isCourseId(reason) ? reason : undefined
}

const isFurtherCourse = (offer: OfferName | undefined): boolean => offer !== undefined && isCourseId(offer) && offer !== FIRST_COURSE

/** Returns the requested course alone; otherwise all offers but further courses, the requested one first. */
function offersInOrder(requestedOffer: OfferName | undefined): OfferName[] {
  if (requestedOffer === undefined) return OFFER_NAMES.filter((offer) => !isFurtherCourse(offer))
  if (isFurtherCourse(requestedOffer)) return [requestedOffer]
  return [requestedOffer, ...OFFER_NAMES.filter((offer) => offer !== requestedOffer && !isFurtherCourse(offer))]
}

function studioPriceOf(offer: OfferName, entitlements: Entitlements) {
  const amounts = studioAmounts(offer)
  return amounts && { amounts, holds: holdsStudio(entitlements) }
}

type OffersProps = PricingProps & { account: Account }

function Offers({
  account,
  countdown = true,
  headingLevel = 3,
  reason,
  tutorial,
  courseContents,
  studioFreeUntil = null,
  onAlreadyOwned,
  ...props
}: OffersProps) {
  const nextGuarantee = props.nextGuarantee ?? account.next_guarantee
  const requestedOffer = reason && offerForReason(reason)
  const [chosenCurrency, setCurrency] = useCurrency()
  const checkout = useCheckout(onAlreadyOwned)
  const entitlements = entitlementsOf(account)
  const withoutGift = offersFor({ ...account, entitlements })
  const freeUntil = withoutGift.studio === 'held' && studioFreeUntil ? formatDate(studioFreeUntil, { dateStyle: 'long' }) : undefined
  const forSale = account.processing_payments.length > 0 ? ('waiting' as const) : ('for_sale' as const)
  const states = freeUntil ? { ...withoutGift, studio: forSale } : withoutGift
  const { plan, isLoading } = usePlan(states.studio === 'subscribed')
  // Stripe bills a customer only in the currency of the customer's subscription.
  const planCurrency = CURRENCIES.find((currency) => currency === plan?.currency)
  const currency = planCurrency ?? chosenCurrency
  // Owners of the course who started it buy nothing that could have a guarantee.
  const course: CourseId = requestedOffer !== undefined && isCourseId(requestedOffer) ? requestedOffer : FIRST_COURSE
  const isFurther = isFurtherCourse(course)
  const guarantee = nextGuarantee === 'started' && states[course] !== 'for_sale' ? 'offered' : nextGuarantee
  const Heading = `h${headingLevel}` as const
  const [primaryOffer] = offersInOrder(requestedOffer).filter((offer) => states[offer] === 'for_sale')
  const [processing] = account.processing_payments
  const termsOf = (offer: OfferName) => {
    if (offer === 'studio' && freeUntil) return `Free until ${freeUntil}, when your gift ends. Then billed monthly until you cancel.`
    const terms = offerTerms(offer, currency, nextGuarantee)
    return states.bundle === 'for_sale' ? withBundleSaving(terms, offer, currency) : terms
  }
  const cardProps = (offer: OfferName) => ({
    offer,
    currency,
    headingLevel: headingLevel === 2 ? (3 as const) : (4 as const),
    action: (
      <OfferAction
        offer={offer}
        state={states[offer]}
        currency={currency}
        checkout={checkout}
        isPrimary={offer === primaryOffer}
        plan={plan}
      />
    ),
    terms: states[offer] === 'for_sale' ? termsOf(offer) : null,
    price: offer === 'studio' && plan ? <PlanPrice plan={plan} /> : null,
    isRequested: offer === requestedOffer,
    studioPrice: studioPriceOf(offer, entitlements),
  })
  // Until the plan has loaded, the currency is unknown, so no price is shown.
  if (isLoading) return <PricingSkeleton />
  const isBundleFirst = requestedOffer === undefined || requestedOffer === 'bundle'
  const bundle =
    states.bundle === 'hidden' ? <CheckoutError bought="bundle" checkout={checkout} /> : <BundleCard {...cardProps('bundle')} />
  const cards = (
    <div className={cx('grid gap-5', !isFurther && '@min-[32rem]:grid-cols-2')}>
      {offersInOrder(requestedOffer)
        .filter((offer) => offer !== 'bundle')
        .map((offer) => (
          <OfferCard key={offer} {...cardProps(offer)} courseContents={courseContents} />
        ))}
    </div>
  )
  return (
    <div className="@container flex flex-col gap-5">
      {tutorial !== undefined && (
        <p className="border-l-4 border-accent pl-4 break-words">
          You chose <strong className="font-semibold">{tutorial}</strong>, a tutorial of {COURSES[course].inText}.
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Heading className="text-lg">{isFurther ? 'Price' : 'Official Launch Pricing'}</Heading>
          {countdown && !isFurther && <Countdown deadline={env.launchDeadline} />}
          <p className="text-sm text-muted">Invoices are available after purchase.</p>
        </div>
        {planCurrency === undefined && <CurrencyToggle value={currency} onChange={setCurrency} />}
      </div>
      {processing && <ProcessingPayment bought={processing} />}
      {freeUntil && (
        <Alert title={`Your gift opens the Studio until ${freeUntil}`}>
          It ends by itself: you need no card, and nothing is charged. If you start the Studio before, the days that are left stay free.
        </Alert>
      )}
      {isBundleFirst && bundle}
      {cards}
      {!isBundleFirst && !isFurther && bundle}
      {!processing && <OffersForOthers course={course} currency={currency} checkout={checkout} />}
      <GuaranteeTitle state={guarantee} isSticky={headingLevel === 3} />
      <p className="-mt-4 ml-8 max-w-prose text-sm text-muted">
        <GuaranteeTerms state={guarantee} course={course} /> Prices include any tax. Changed your mind?{' '}
        <a href={paths.withdraw()} className="text-link">
          Withdraw from contract here
        </a>
        . Done with the Studio?{' '}
        <a href={`${paths.withdraw()}#cancel`} className="text-link">
          Cancel contract here
        </a>
        .
      </p>
    </div>
  )
}

type NextGuarantee = Account['next_guarantee']

/** Stays in view while the offers of the dialog scroll. */
const GuaranteeTitle = ({ state, isSticky }: { state: NextGuarantee; isSticky: boolean }) => (
  <p
    className={cx(
      'flex gap-3 border-t border-rule pt-4 text-sm font-semibold',
      isSticky && 'sticky short:static bottom-0 z-10 bg-surface pb-3',
    )}
  >
    <ShieldCheck aria-hidden="true" className={cx('size-5 shrink-0', state === 'offered' ? 'text-positive' : 'text-muted')} />
    <span>
      {state === 'offered'
        ? `${GUARANTEE_DAYS}-day “haven’t started” money-back guarantee`
        : `No ${GUARANTEE_DAYS}-day money-back guarantee`}
    </span>
  </p>
)

function guaranteeTerms(state: NextGuarantee, course: CourseId): string {
  const name = COURSES[course].inText
  const alone = course === FIRST_COURSE ? ', alone or in the bundle,' : ''
  switch (state) {
    case 'offered':
      return `For ${name}${alone.slice(0, -1)}: a full refund within ${GUARANTEE_DAYS} days of buying, as long as you haven't opened a paid tutorial or downloaded a paid project. Once per person: not if you used it before, also with another account and the same card or bank account.`
    case 'used':
      return `You got your money back for ${name} before. The guarantee is once per person, so another purchase of it${alone} has none.`
    case 'started':
      return `You have started ${name}, so buying it${alone} comes without the guarantee.`
  }
}

/** The terms of the guarantee for the next purchase of the account, before the payment. */
const GuaranteeTerms = ({ state, course }: { state: NextGuarantee; course: CourseId }) => <span>{guaranteeTerms(state, course)}</span>
