import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import { markPaid } from '../invoices/close-invoice.ts'
import { type CollectionResult, failInvoice } from '../invoices/collect-invoice.ts'
import { customerOf } from '../invoices/finalize-invoice.ts'
import { type Invoice, subscriptionOf } from '../invoices/invoice-json.ts'
import { findInvoiceOfPaymentIntent } from '../invoices/invoice-payment.ts'
import type { Outcome } from '../payments/pay.ts'
import { find } from '../store.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { schedule } from './due-date.ts'
import type { Subscription } from './subscription-json.ts'

async function setStatus(service: StripeService, before: Subscription, status: Subscription['status']) {
  const after = await change(service, 'subscription', before, { status }, 'customer.subscription.updated')
  await schedule(service, after)
}

async function setDelinquent(service: StripeService, invoice: Invoice, delinquent: boolean) {
  const customer = await customerOf(service, invoice)
  if (customer === undefined || (customer.delinquent ?? false) === delinquent) return
  await change(service, 'customer', customer, { delinquent }, 'customer.updated')
}

async function activateSubscription(service: StripeService, subscription: Subscription) {
  if (!['incomplete', 'past_due'].includes(subscription.status)) return
  const isTrial = subscription.trial_end !== null && subscription.trial_end > service.now()
  await setStatus(service, subscription, isTrial ? 'trialing' : 'active')
}

async function applyFailure(service: StripeService, subscription: Subscription, isLast: boolean) {
  if (!['active', 'trialing', 'past_due'].includes(subscription.status)) return
  if (isLast) await cancelSubscription(service, subscription, { reason: 'payment_failed' })
  else await setStatus(service, subscription, 'past_due')
}

/**
 * Updates the subscription of a collected invoice. A paid latest invoice makes it active, a failed renewal past due, and the last failed
 * attempt cancels it. A processing payment counts as paid, as at Stripe.
 */
export async function applyCollection(service: StripeService, collected: CollectionResult): Promise<void> {
  const { invoice } = collected
  const id = subscriptionOf(invoice)
  const subscription = id === undefined ? undefined : await find(service, 'subscription', id)
  if (subscription === undefined) return
  await setDelinquent(service, invoice, collected.result === 'failed')
  if (collected.result === 'failed') await applyFailure(service, subscription, collected.isLast)
  else if (subscription.latest_invoice === invoice.id) await activateSubscription(service, subscription)
}

/** Applies the outcome of a payment intent to its invoice and subscription, if it has one. */
export async function applyOutcome(service: StripeService, result: Outcome): Promise<void> {
  const invoice = await findInvoiceOfPaymentIntent(service, result.intent.id)
  if (invoice?.status !== 'open') return
  if (result.outcome === 'succeeded') {
    await applyCollection(service, { result: 'paid', invoice: await markPaid(service, invoice) })
  } else if (result.outcome === 'declined') {
    const isRenewal = invoice.billing_reason === 'subscription_cycle'
    await applyCollection(service, await failInvoice(service, invoice, result, isRenewal))
  }
}
