import { type Currency, type OfferName, type OfferState, purchaseFlag } from '@academy/catalog'
import { useAccount } from '../../account/use-account.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CircleCheck } from '../../ui/icons.ts'
import { useBillingPortal } from './use-billing-portal.ts'
import type { useCheckout } from './use-checkout.ts'

/** D-97 */
const buyLabels: Record<OfferName, string> = {
  bundle: 'Get the Bundle',
  master_course: 'Get the Master Course',
  studio: 'Start Studio',
}

/** In place of the button, for those who have it already (PRICE-17). */
const heldLabels: Record<OfferName, string> = {
  bundle: 'Course Already Purchased',
  master_course: 'Course Already Purchased',
  studio: 'You have the Studio',
}

type OfferActionProps = {
  offer: OfferName
  state: OfferState
  currency: Currency
  checkout: ReturnType<typeof useCheckout>
  /** The first thing that is for sale: its button stands out. */
  isMain: boolean
}

/** Buys an offer, manages it, or says that it is held already. */
export function OfferAction({ offer, state, currency, checkout, isMain }: OfferActionProps) {
  const isOpening = checkout.opening === offer
  return (
    <div className="flex flex-col gap-3">
      {/* It stays when what was refused turns out to be held already (D-119). */}
      <CheckoutFailure offer={offer} checkout={checkout} />
      {state === 'subscribed' && <ManagePlan />}
      {state === 'held' && (
        <p className="flex min-h-11 items-center gap-2 font-semibold text-positive">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          {heldLabels[offer]}
        </p>
      )}
      {state === 'for_sale' && (
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          className="w-full"
          pending={isOpening}
          disabled={checkout.opening !== undefined}
          onClick={() => checkout.buy(offer, currency)}
        >
          {isOpening ? 'Opening checkout...' : buyLabels[offer]}
        </Button>
      )}
    </div>
  )
}

/** Why the checkout of an offer did not open, until the next try (ERR-35..37); nothing as long as it did. */
export const CheckoutFailure = ({ offer, checkout: { failure } }: Pick<OfferActionProps, 'offer' | 'checkout'>) =>
  failure?.offer === offer && <Alert tone="danger">{failure.text}</Alert>

/** Opens the billing portal (PRICE-16). A renewal that failed is said here, where it can be mended: it still ends by itself. */
function ManagePlan() {
  const portal = useBillingPortal()
  const { context } = useAccount()
  const isUnpaid = context?.subscriptions.some(
    ({ plan_name, status }) => purchaseFlag(plan_name) === 'has_studio' && (status === 'past_due' || status === 'unpaid'),
  )
  return (
    <div>
      {isUnpaid && (
        <Alert tone="warning" className="mb-3" title="Your last payment did not go through">
          Manage plan leads to the page on which you can pay with another card.
        </Alert>
      )}
      <Button variant={isUnpaid ? 'primary' : 'secondary'} className="w-full" pending={portal.isOpening} onClick={portal.open}>
        {portal.isOpening ? 'Opening...' : 'Manage plan'}
      </Button>
    </div>
  )
}
