import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import { voidInvoice } from '../invoices/close-invoice.ts'
import { find } from '../store.ts'
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts'
import { markTrialEndAnnounced, schedule, stepOf } from '../subscriptions/due-date.ts'
import { renewSubscription } from '../subscriptions/renew-subscription.ts'
import type { Subscription } from '../subscriptions/subscription-json.ts'

/** Expires a subscription whose first invoice was not paid in time, and voids that invoice. */
async function expire(service: StripeService, before: Subscription) {
  const expired = { status: 'incomplete_expired', ended_at: service.now() } as const
  const after = await change(service, 'subscription', before, expired, 'customer.subscription.updated')
  await schedule(service, after)
  const invoice = after.latest_invoice === null ? undefined : await find(service, 'invoice', idOf(after.latest_invoice))
  if (invoice?.status === 'open') await voidInvoice(service, invoice)
}

async function announceTrialEnd(service: StripeService, subscription: Subscription) {
  await markTrialEndAnnounced(service, subscription)
  await schedule(service, subscription)
  await emitEvent(service, 'customer.subscription.trial_will_end', subscription)
}

/** Runs the due step of a subscription, or reschedules it if it is not due yet. */
export async function subscriptionStep(service: StripeService, id: string): Promise<void> {
  const subscription = await find(service, 'subscription', id)
  if (subscription === undefined) return
  const step = await stepOf(service, subscription)
  if (step === undefined || step.at > service.now()) return schedule(service, subscription)
  switch (step.kind) {
    case 'expire':
      return expire(service, subscription)
    case 'trial_notice':
      return announceTrialEnd(service, subscription)
    case 'cancel':
      await cancelSubscription(service, subscription, { reason: 'cancellation_requested' })
      return
    case 'renew':
      return renewSubscription(service, subscription)
  }
}
