import type Stripe from 'stripe'
import type { StripeService } from '../core/context.ts'
import { customerIdOf, idOf } from '../core/kinds.ts'
import { find, findAll, requireObject } from '../core/store.ts'
import { type Attempt, attemptPayment, cancelIntent, createPaymentIntent, type Outcome } from '../payments/pay.ts'
import { change, create } from '../webhooks/emit-event.ts'
import type { Invoice } from './invoice.ts'

export const linkPayment = (service: StripeService, invoice: Invoice, payment_intent: string): Promise<Stripe.InvoicePayment> =>
  create(service, 'invoice_payment', {
    amount_paid: null,
    amount_requested: invoice.amount_due,
    invoice: invoice.id,
    payment: { payment_intent, type: 'payment_intent' },
    status: 'open',
  })

/** Creates the payment intent of a finalized invoice. */
export async function createInvoicePaymentIntent(service: StripeService, invoice: Invoice): Promise<void> {
  const { id } = await createPaymentIntent(service, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: customerIdOf(invoice),
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
  })
  await linkPayment(service, invoice, id)
}

export const listInvoicePayments = (service: StripeService, invoice: string): Promise<Stripe.InvoicePayment[]> =>
  findAll(service, 'invoice_payment', { where: { invoice } })

const listOpenPayments = (service: StripeService, invoice: Invoice): Promise<Stripe.InvoicePayment[]> =>
  findAll(service, 'invoice_payment', { where: { invoice: invoice.id, status: 'open' } })

/** Returns the payment intent that is still open for an invoice. */
export async function findOpenPaymentIntent(service: StripeService, invoice: Invoice) {
  const [open] = await listOpenPayments(service, invoice)
  return open && requireObject(service, 'payment_intent', idOf(open.payment.payment_intent ?? ''))
}

export async function findInvoiceOfPaymentIntent(service: StripeService, intent: string): Promise<Invoice | undefined> {
  const and = service.sql`and data->'payment'->>'payment_intent' = ${intent}`
  const [payment] = await findAll(service, 'invoice_payment', { and })
  return payment && find(service, 'invoice', idOf(payment.invoice))
}

/** Marks the open payments of an invoice as paid. */
export async function markPaymentsPaid(service: StripeService, invoice: Invoice): Promise<void> {
  for (const payment of await listOpenPayments(service, invoice)) {
    await change(service, 'invoice_payment', payment, { status: 'paid', amount_paid: payment.amount_requested })
  }
}

/** Cancels the open payments of an invoice and their payment intents. */
export async function cancelPayments(service: StripeService, invoice: Invoice): Promise<void> {
  for (const payment of await listOpenPayments(service, invoice)) {
    await change(service, 'invoice_payment', payment, { status: 'canceled' })
    await cancelIntent(service, await requireObject(service, 'payment_intent', idOf(payment.payment.payment_intent ?? '')))
  }
}

/** Charges a card for an open invoice. Returns undefined if there is no card. */
export async function chargeInvoice(
  service: StripeService,
  invoice: Invoice,
  card: string | null,
  attempt: Attempt,
): Promise<Outcome | undefined> {
  const method = card === null ? undefined : await find(service, 'payment_method', card)
  if (method === undefined) return undefined
  if ((await findOpenPaymentIntent(service, invoice)) === undefined) await createInvoicePaymentIntent(service, invoice)
  const intent = await findOpenPaymentIntent(service, invoice)
  return intent && attemptPayment(service, intent, method, attempt)
}
