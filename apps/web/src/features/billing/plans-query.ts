import type { Plan } from '@academy/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { tsr } from '../../api/client.ts'
import { parseResponse, requireFields } from '../../api/unwrap-response.ts'

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
