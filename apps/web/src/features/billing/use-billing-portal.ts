import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { leaveFor } from './leave-for.ts'

const tell = (description: string) => toast.error({ title: 'Error', description })

/** Opens the payment provider's page on which people manage their subscription (PAY-05..07). */
export function useBillingPortal() {
  const { context } = useAccount()
  const { mutate, isPending } = useMutation({
    mutationFn: (customer: string) => bodyOf(tsr.billing.portal.mutate({ body: { customer, returnUrl: window.location.href } })),
    onSuccess: ({ url }) => {
      if (!leaveFor(url)) tell('No billing portal URL received')
    },
    onError: (error) => {
      if (needsSignIn(error)) return
      const wasRefused = error instanceof ApiError && error.status >= 400
      tell(wasRefused ? 'Unable to access billing portal' : 'Something went wrong accessing the billing portal')
    },
  })

  const open = () => {
    if (context?.stripe_customer_id) mutate(context.stripe_customer_id)
    else toast.error({ title: 'No subscription found', description: "You don't have an active subscription to manage." })
  }
  return { open, isOpening: isPending }
}
