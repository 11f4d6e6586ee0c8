import type { InvoicePayment } from '@academy/catalog'
import type Stripe from 'stripe'

/** States of a payment that will not bring money without a new attempt. */
const REFUSED: readonly Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'canceled']

/** Whether a payment ended without money: it failed or was cancelled. */
export const isRefused = ({ status }: Stripe.PaymentIntent): boolean => REFUSED.includes(status)

/** Loads the payments that were begun for an invoice. */
export async function paymentsOfInvoice(stripe: Stripe, invoice: string): Promise<Stripe.PaymentIntent[]> {
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 100, expand: ['data.payment.payment_intent'] })
  return data.flatMap(({ payment }) => (typeof payment.payment_intent === 'object' ? payment.payment_intent : []))
}

/** Returns whether an attempt of a payment failed. The payment itself loses that state when the next attempt starts. */
async function hasFailedAttempt(stripe: Stripe, { id }: Stripe.PaymentIntent): Promise<boolean> {
  const { data } = await stripe.charges.list({ payment_intent: id, limit: 100 })
  return data.some(({ status }) => status === 'failed')
}

/**
 * Whether an operator voided a renewal, or wrote it off, before Stripe charged it: Stripe then keeps the subscription active. A first invoice
 * never counts, because nothing was paid before it. A mailed invoice has no attempt until its customer tries to pay.
 */
const isForgivenRenewal = ({ status, billing_reason, collection_method, attempt_count }: Stripe.Invoice): boolean =>
  (status === 'void' || status === 'uncollectible') &&
  billing_reason === 'subscription_cycle' &&
  collection_method === 'charge_automatically' &&
  attempt_count === 0

/** Whether the period of an invoice counts as paid: it was paid, free or forgiven. */
export const isSettled = (invoice: Stripe.Invoice): boolean => invoice.status === 'paid' || isForgivenRenewal(invoice)

/** Loads the payment state of a subscription's newest invoice. Stripe starts and renews a subscription while its invoice is still open. */
export async function readInvoicePayment(stripe: Stripe, { latest_invoice }: Stripe.Subscription): Promise<InvoicePayment> {
  const invoice = typeof latest_invoice === 'string' ? await stripe.invoices.retrieve(latest_invoice) : latest_invoice
  if (!invoice || isSettled(invoice)) return 'settled'
  if (invoice.status === 'draft') return 'processing'
  if (invoice.status !== 'open') return 'failed'
  const payments = await paymentsOfInvoice(stripe, invoice.id)
  if (payments.some(isRefused)) return 'failed'
  const attempts = await Promise.all(payments.map((payment) => hasFailedAttempt(stripe, payment)))
  return attempts.includes(true) ? 'failed' : 'processing'
}
