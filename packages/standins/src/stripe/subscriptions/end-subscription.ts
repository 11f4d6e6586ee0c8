import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { stopCollecting } from '../invoices/close-invoice.ts'
import { save } from '../store.ts'
import { schedule } from './due-date.ts'
import type { Subscription } from './subscription-json.ts'

type Details = NonNullable<Subscription['cancellation_details']>

/** Cancels a subscription at once and stops collecting its invoices. */
export async function endSubscription(service: StripeService, before: Subscription, details: Partial<Details>): Promise<Subscription> {
  const now = service.now()
  const subscription: Subscription = {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...before.cancellation_details,
      ...details,
    },
  }
  await save(service, 'subscription', subscription)
  await schedule(service, subscription)
  await stopCollecting(service, subscription.id)
  await emitEvent(service, 'customer.subscription.deleted', subscription)
  return subscription
}
