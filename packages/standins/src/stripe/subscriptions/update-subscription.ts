import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import { idOf, makeId } from '../ids.ts'
import { collectInvoice } from '../invoices/collect-invoice.ts'
import { draftInvoice } from '../invoices/draft-invoice.ts'
import { finalizeInvoice } from '../invoices/finalize-invoice.ts'
import { requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { changeItems, type ItemChange, prorate } from './change-items.ts'
import { periodEnd, schedule } from './due-date.ts'
import { followInvoice } from './follow-invoice.ts'
import { addPendingLines, takePendingLines } from './pending-lines.ts'
import { renewSubscription } from './renew-subscription.ts'
import { type Item, itemList, priceOf, type Subscription } from './subscription-json.ts'

type Details = NonNullable<Subscription['cancellation_details']>

/** The scheduled end of a subscription; null removes it. */
export type Ending = { at_period_end: boolean } | { at: number } | null

/** Returns the changes that schedule or remove the end of a subscription. */
export function endingChanges(
  subscription: Subscription,
  ending: Ending,
  now: number,
  details: Partial<Details> = {},
): Partial<Subscription> {
  const before = subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null, reason: null }
  if (ending === null || ('at_period_end' in ending && !ending.at_period_end)) {
    const cancellation_details = { comment: null, feedback: null, feedback_option: null, ...details, reason: null }
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details }
  }
  const isAtPeriodEnd = 'at_period_end' in ending
  return {
    cancel_at: isAtPeriodEnd ? periodEnd(subscription) : ending.at,
    cancel_at_period_end: isAtPeriodEnd,
    canceled_at: now,
    cancellation_details: { ...before, ...details, reason: 'cancellation_requested' },
  }
}

/** Stores the changes, emits the event and schedules the next step. */
export async function changeSubscription(
  service: StripeService,
  before: Subscription,
  changes: Partial<Subscription>,
): Promise<Subscription> {
  const after = await change(service, 'subscription', before, changes, 'customer.subscription.updated')
  await schedule(service, after)
  return after
}

/** Returns the changes for a new trial end. A subscription without a trial starts one. */
export function trialChanges(subscription: Subscription, trialEnd: number, now: number): Partial<Subscription> {
  const items = subscription.items.data.map((item) => ({ ...item, current_period_end: trialEnd }))
  const moved = { ...subscription, items: itemList(subscription.id, items) }
  return {
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: subscription.trial_start ?? now,
    billing_cycle_anchor: trialEnd,
    items: moved.items,
    ...(subscription.cancel_at_period_end && { cancel_at: periodEnd(moved) }),
  }
}

/** Ends the trial now, starts the first paid period and collects its invoice at once. */
export async function endTrial(service: StripeService, before: Subscription): Promise<Subscription> {
  const now = service.now()
  await renewSubscription(service, { ...before, trial_end: now, billing_cycle_anchor: now }, { collectsAtOnce: true, reported: before })
  return requireObject(service, 'subscription', before.id)
}

export type Proration = 'create_prorations' | 'always_invoice' | 'none'

const intervalOf = (item: Item | undefined) => {
  const recurring = item && priceOf(item).recurring
  return recurring ? `${recurring.interval_count} ${recurring.interval}` : ''
}

/** Changes the items. Prorations go onto the next invoice, or onto a new one with `always_invoice`. */
export async function updateItems(
  service: StripeService,
  before: Subscription,
  changes: readonly ItemChange[],
  proration: Proration,
): Promise<Subscription> {
  const items = await changeItems(service, before, changes)
  if (intervalOf(items[0]) !== intervalOf(before.items.data[0])) {
    throw invalid('The stand-in does not change the billing interval of a subscription. Cancel it and create another one.', 'items')
  }
  const isFree = before.status === 'trialing' || proration === 'none'
  const lines = isFree ? [] : await prorate(service, before.items.data, items)
  const isInvoiced = proration === 'always_invoice' && lines.length > 0
  const invoice = makeId('invoice')
  const after = await changeSubscription(service, before, {
    items: itemList(before.id, items),
    ...(isInvoiced && { latest_invoice: invoice }),
  })
  await addPendingLines(service, after.id, lines)
  if (!isInvoiced) return after
  const draft = await draftInvoice(service, {
    id: invoice,
    customer: await requireObject(service, 'customer', idOf(after.customer)),
    currency: after.currency,
    lines: await takePendingLines(service, after.id),
    billingReason: 'subscription_update',
    subscription: { id: after.id, metadata: after.metadata },
    period: { start: service.now(), end: service.now() },
    autoAdvance: true,
    automaticTax: after.automatic_tax.enabled,
  })
  const open = await finalizeInvoice(service, draft)
  await followInvoice(service, await collectInvoice(service, open, { attempt: { offSession: true }, isScheduled: true }))
  return requireObject(service, 'subscription', after.id)
}
