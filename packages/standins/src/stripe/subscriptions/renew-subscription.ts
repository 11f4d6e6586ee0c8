import type { StripeService } from '../core/context.ts'
import { idOf, makeId, type Stored } from '../core/kinds.ts'
import { find, requireObject } from '../core/store.ts'
import { type CollectionResult, collectInvoice, failInvoice, finalizeInvoice, markPaid } from '../invoices/collect-invoice.ts'
import { draftInvoice, subscriptionOf } from '../invoices/invoice.ts'
import { findInvoiceOfPaymentIntent } from '../invoices/invoice-payment.ts'
import type { Outcome } from '../payments/pay.ts'
import { nextBoundary } from '../time/cycle.ts'
import { cancelSubscription, changeSubscription, itemLines, itemList, type Subscription } from './subscription.ts'

/** Returns the coupon that applies to the next invoice of a subscription. */
async function lastingCoupon(service: StripeService, { discounts: [id] }: Subscription): Promise<Stored<'coupon'> | undefined> {
  const discount = id === undefined ? undefined : await find(service, 'discount', idOf(id))
  const coupon = discount && (await find(service, 'coupon', idOf(discount.source.coupon ?? '')))
  return coupon?.duration === 'forever' ? coupon : undefined
}

/** Starts the next period at the end of a period or trial, and drafts its invoice. `collectsAtOnce` collects it without the hour as a draft. */
export async function renewSubscription(service: StripeService, before: Subscription, { collectsAtOnce = false } = {}): Promise<void> {
  const start = service.now()
  const current_period_end = nextBoundary(before.billing_cycle_anchor, start)
  const items = before.items.data.map((item) => ({ ...item, current_period_start: start, current_period_end }))
  const coupon = await lastingCoupon(service, before)
  const invoice = makeId('invoice')
  const after = await changeSubscription(service, before, {
    items: itemList(items),
    status: before.status === 'trialing' ? 'active' : before.status,
    discounts: coupon === undefined ? [] : before.discounts,
    latest_invoice: invoice,
  })
  const draft = await draftInvoice(service, {
    ...{ id: invoice, customer: idOf(after.customer), lines: await itemLines(service, items), coupon, subscription: after },
    ...{ billingReason: 'subscription_cycle', autoAdvance: true },
  })
  if (!collectsAtOnce) return
  const open = await finalizeInvoice(service, draft)
  await applyCollection(service, await collectInvoice(service, open, { attempt: { offSession: true }, isScheduled: true }))
}

/** Ends the trial now, starts the first paid period and collects its invoice at once. */
export async function endTrial(service: StripeService, before: Subscription): Promise<Subscription> {
  const now = service.now()
  await renewSubscription(service, { ...before, trial_end: now, billing_cycle_anchor: now }, { collectsAtOnce: true })
  return requireObject(service, 'subscription', before.id)
}

/**
 * Updates the subscription of a collected invoice. A paid latest invoice makes it active, a failed renewal past due, and the last failed
 * attempt cancels it. A processing payment counts as paid, as at Stripe.
 */
export async function applyCollection(service: StripeService, collected: CollectionResult): Promise<void> {
  const { invoice, result } = collected
  const subscription = await find(service, 'subscription', subscriptionOf(invoice) ?? '')
  if (subscription === undefined) return
  const { status, trial_end, latest_invoice } = subscription
  if (result === 'failed') {
    if (!['active', 'trialing', 'past_due'].includes(status)) return
    if (collected.isLast) await cancelSubscription(service, subscription, { reason: 'payment_failed' })
    else await changeSubscription(service, subscription, { status: 'past_due' })
  } else if (latest_invoice === invoice.id && ['incomplete', 'past_due'].includes(status)) {
    await changeSubscription(service, subscription, { status: (trial_end ?? 0) > service.now() ? 'trialing' : 'active' })
  }
}

/** Applies the outcome of a payment intent to its invoice and subscription, if it has one. */
export async function applyOutcome(service: StripeService, result: Outcome): Promise<void> {
  const invoice = await findInvoiceOfPaymentIntent(service, result.intent.id)
  if (invoice?.status !== 'open') return
  if (result.outcome === 'succeeded') {
    await applyCollection(service, { result: 'paid', invoice: await markPaid(service, invoice) })
  } else if (result.outcome === 'declined') {
    await applyCollection(service, await failInvoice(service, invoice, result, invoice.billing_reason === 'subscription_cycle'))
  }
}
