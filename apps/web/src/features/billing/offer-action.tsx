import { type Currency, hasPaymentProblem, isRunning, OFFERS, type OfferName, type OfferState, unlockedBy } from '@academy/catalog'
import type { Plan } from '@academy/contract'
import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { isErrorResponse, needsSignIn } from '../../api/api-error.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CircleCheck, Clock } from '../../ui/icons.ts'
import { toast } from '../../ui/toast.ts'
import { BuyButton } from './buy-button.tsx'
import type { Bought } from './checkout-return-urls.ts'
import { planStatus } from './plan.tsx'
import { redirectTo } from './redirect-to.ts'
import type { useCheckout } from './use-checkout.ts'

type OfferActionProps = {
  offer: OfferName
  state: OfferState
  currency: Currency
  checkout: ReturnType<typeof useCheckout>
  /** Whether the offer gets the primary button. */
  isPrimary: boolean
  /** The subscription of the user, with the terms of its contract. */
  plan: Plan | undefined
}

/** The action of an offer: buy it, manage it, or show that the user owns it or that its payment is processing. Disabled while another payment is. */
export function OfferAction({ offer, state, currency, checkout, isPrimary, plan }: OfferActionProps) {
  return (
    <div className="flex flex-col gap-3">
      {/* Stays visible when the user turns out to own the offer. */}
      <CheckoutError bought={offer} checkout={checkout} />
      {state === 'subscribed' && <ManagePlan plan={plan} />}
      {state === 'held' && (
        <p className="flex min-h-11 items-center gap-2 font-semibold text-positive">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          {OFFERS[offer].ownedLabel}
        </p>
      )}
      {state === 'processing' && (
        <p className="flex min-h-11 items-center gap-2 font-semibold">
          <Clock aria-hidden="true" className="size-5 shrink-0 text-muted" />
          Payment is processing
        </p>
      )}
      {state === 'waiting' && (
        <Button variant="secondary" className="w-full" disabled>
          {OFFERS[offer].buyLabel}
        </Button>
      )}
      {state === 'for_sale' && <BuyButton offer={offer} currency={currency} checkout={checkout} isPrimary={isPrimary} />}
    </div>
  )
}

/** The error of a failed checkout. */
export const CheckoutError = ({ bought, checkout: { failure } }: { bought: Bought } & Pick<OfferActionProps, 'checkout'>) =>
  failure?.bought === bought && <Alert tone="danger">{failure.text}</Alert>

/** Payment problems by subscription status, with what to do in the billing portal. */
const paymentProblems: Partial<Record<string, { title: string; text: string }>> = {
  past_due: { title: 'Your last payment did not go through', text: 'Choose Manage plan to update your payment method.' },
  unpaid: {
    title: 'Your last payment did not go through',
    text: 'Choose Manage plan to update your payment method and pay the open invoice.',
  },
  incomplete: { title: 'Your first payment is not complete', text: 'Choose Manage plan to pay the open invoice. Then the Studio opens.' },
  paused: { title: 'Your subscription is paused', text: 'Choose Manage plan to add a payment method. Then the Studio opens again.' },
}

/** Opens the billing portal and names a payment problem to fix there. */
function ManagePlan({ plan }: { plan: Plan | undefined }) {
  const portal = useBillingPortal()
  const { context } = useAccount()
  const statuses = context?.subscriptions.filter(({ plan_name }) => unlockedBy(plan_name) === 'studio').map(({ status }) => status)
  const [problem] = statuses?.flatMap((status) => paymentProblems[status] ?? []) ?? []
  const status = plan && planStatus(plan)
  return (
    <div>
      {problem && (
        <Alert tone="warning" className="mb-3" title={problem.title}>
          {problem.text}
        </Alert>
      )}
      {status && <p className="mb-3 font-semibold">{status}</p>}
      <Button variant={problem ? 'primary' : 'secondary'} className="w-full" pending={portal.isOpening} onClick={portal.open}>
        {portal.isOpening ? 'Opening...' : 'Manage plan'}
      </Button>
    </div>
  )
}

const showError = (description: string) => toast.error({ title: 'Error', description })

/** Opens the billing portal for a running subscription or one with a payment problem. */
function useBillingPortal() {
  const { context } = useAccount()
  const { mutate, isPending } = useMutation({
    mutationFn: (customer: string) => unwrapResponse(tsr.billing.portal.mutate({ body: { customer, returnUrl: window.location.href } })),
    onSuccess: ({ url }) => {
      if (!redirectTo(url)) showError('No billing portal URL received')
    },
    onError: (error) => {
      if (needsSignIn(error)) return
      showError(isErrorResponse(error) ? 'Unable to access billing portal' : 'Something went wrong accessing the billing portal')
    },
  })

  const open = () => {
    const isManageable = context?.subscriptions.some(({ status }) => isRunning(status) || hasPaymentProblem(status))
    if (isManageable && context?.stripe_customer_id) mutate(context.stripe_customer_id)
    else toast.error({ title: 'No subscription found', description: "You don't have an active subscription to manage." })
  }
  return { open, isOpening: isPending }
}
