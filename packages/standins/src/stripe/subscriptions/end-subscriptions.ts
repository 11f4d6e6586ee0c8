import type { StripeService } from '../context.ts'
import { all } from '../store.ts'
import { timeOf } from '../time/customer-time.ts'
import { endSubscription } from './end-subscription.ts'

/** Cancels all subscriptions of a customer, e.g. before the customer is deleted. */
export async function endSubscriptionsOf(service: StripeService, customer: string): Promise<void> {
  for (const subscription of await all(service, 'subscription', { where: { customer } })) {
    if (subscription.ended_at !== null) continue
    await endSubscription(await timeOf(service, subscription), subscription, {})
  }
}
