import Stripe from 'stripe'
import { idOf } from '../billing/stripe/stripe-objects.ts'

/** Stripe's error codes for a payment that was already refunded or disputed. */
const RETURNED_ALREADY: readonly string[] = ['charge_already_refunded', 'charge_disputed']

/** Refunds what is left of a payment. Repeating it changes nothing. */
async function refundPayment(stripe: Stripe, payment_intent: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent, reason: 'requested_by_customer' })
  } catch (error) {
    const isReturned = error instanceof Stripe.errors.StripeInvalidRequestError && RETURNED_ALREADY.includes(error.code ?? '')
    if (!isReturned) throw error
  }
}

/**
 * Undoes an invoice: refunds it in full if it is paid, otherwise voids it, so that no later attempt charges it. Repeating it changes nothing.
 * @throws the SDK's error while Stripe is unreachable, and while a payment of the invoice is processing.
 */
export async function refundOrVoidInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<void> {
  // Stripe voids no drafts of subscriptions.
  const { id, status } = invoice.status === 'draft' ? await stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: false }) : invoice
  if (status === 'open' || status === 'uncollectible') await stripe.invoices.voidInvoice(id)
  if (status !== 'paid') return
  for await (const { payment } of stripe.invoicePayments.list({ invoice: id, status: 'paid', limit: 100 })) {
    const payment_intent = idOf(payment.payment_intent)
    if (payment_intent !== null) await refundPayment(stripe, payment_intent)
  }
}
