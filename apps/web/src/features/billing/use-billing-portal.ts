import { hasPaymentProblem, isRunning } from '@academy/catalog'
import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { isErrorResponse, needsSignIn } from '../../api/api-error.ts'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { toast } from '../../ui/toast.ts'
import { redirectTo } from './redirect-to.ts'

const showError = (description: string) => toast.error({ title: 'Error', description })

/** Opens the billing portal for a running subscription or one with a payment problem. */
export function useBillingPortal() {
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
