import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { stopCollecting } from '../invoices/close-invoice.ts'
import { nulls } from '../nulls.ts'
import { findAll, save } from '../store.ts'
import { schedule } from './due-date.ts'
import type { Subscription } from './subscription-json.ts'

export type CancellationDetails = NonNullable<Subscription['cancellation_details']>

export const NO_DETAILS: CancellationDetails = nulls('comment', 'feedback', 'feedback_option', 'reason')

/** Cancels a subscription at once and stops collecting its invoices. */
export async function cancelSubscription(
  service: StripeService,
  before: Subscription,
  details: Partial<CancellationDetails>,
): Promise<Subscription> {
  const now = service.now()
  const subscription: Subscription = {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...NO_DETAILS, ...before.cancellation_details, ...details },
  }
  await save(service, 'subscription', subscription)
  await schedule(service, subscription)
  await stopCollecting(service, subscription.id)
  await emitEvent(service, 'customer.subscription.deleted', subscription)
  return subscription
}

/** Cancels all subscriptions of a customer, e.g. before the customer is deleted. */
export async function cancelSubscriptionsOf(service: StripeService, customer: string): Promise<void> {
  for (const subscription of await findAll(service, 'subscription', { where: { customer } })) {
    if (subscription.ended_at === null) await cancelSubscription(service, subscription, {})
  }
}
