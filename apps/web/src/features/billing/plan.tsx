import { formatAmount } from '@academy/catalog'
import type { Plan } from '@academy/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { parseResponse, requireFields, tsr } from '../../api/client.ts'
import { formatDate } from '../../ui/format-date.ts'

/** Says what happens next to a subscription, with the price and the dates of its contract. */
export function planStatus(plan: Plan): string | undefined {
  const price = `${formatAmount(plan.amount, plan.currency)}/month${plan.is_discounted ? ' less your discount' : ''}`
  if (plan.ends_at) return `Ends ${formatDate(plan.ends_at)}`
  if (plan.free_until) return `Free until ${formatDate(plan.free_until)}, then ${price}`
  if (plan.pay_until) return `Payment failed: update your payment method by ${formatDate(plan.pay_until)}`
  if (plan.status === 'active' && plan.renews_at) return `Renews ${formatDate(plan.renews_at)} for ${price}`
  return undefined
}

/** The price of the contract, which a later price or the currency of a visitor does not change. */
export const PlanPrice = ({ plan }: { plan: Plan }) => (
  <div className="mt-2 tabular-nums">
    <p className="font-display text-3xl font-bold tracking-tight">
      {formatAmount(plan.amount, plan.currency)}
      <span className="ml-0.5 text-lg font-semibold tracking-normal text-muted">/month</span>
    </p>
    <p className="text-sm text-muted">The price of your plan</p>
  </div>
)

/** The subscriptions of the user that have not ended, with the price of their contract. */
const plansQuery = () =>
  queryOptions({
    queryKey: ['billing', 'plans'],
    queryFn: ({ signal }): Promise<Plan[]> =>
      parseResponse(tsr.billing.plans.query({ fetchOptions: { signal } }), (plans) =>
        plans.map((plan) => requireFields(plan, 'status', 'amount', 'currency', 'renews_at', 'free_until', 'ends_at', 'pay_until')),
      ),
    staleTime: 0,
    // Each attempt may last until Stripe's time limit, and the page shows its prices only then.
    retry: false,
  })

/** Returns the plan of a subscriber. Undefined until the server responds; the page works without it. */
export function usePlan(isSubscribed: boolean): { plan: Plan | undefined; isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...plansQuery(), enabled: isSubscribed })
  return { plan: isSubscribed ? data?.[0] : undefined, isLoading }
}
