import type Stripe from 'stripe'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { customerIdOf, idOf, makeId } from '../ids.ts'
import { type Attempt, attemptPayment, createPaymentIntent, type Outcome } from '../payments/pay.ts'
import { find, findAll, insert, requireObject } from '../store.ts'
import type { Invoice } from './invoice-json.ts'

type InvoicePayment = Stripe.InvoicePayment

const makePayment = (service: StripeService, invoice: Invoice, intent: string): InvoicePayment => ({
  id: makeId('invoice_payment'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created: service.now(),
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
})

/** Links an invoice to its payment intent. */
export async function linkPayment(service: StripeService, invoice: Invoice, intent: string): Promise<InvoicePayment> {
  const payment = makePayment(service, invoice, intent)
  await insert(service, 'invoice_payment', payment)
  return payment
}

/** Creates the payment intent of a finalized invoice. */
export async function createInvoicePaymentIntent(service: StripeService, invoice: Invoice): Promise<void> {
  const intent = await createPaymentIntent(service, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: customerIdOf(invoice),
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
  })
  await linkPayment(service, invoice, intent.id)
}

export const listInvoicePayments = (service: StripeService, invoice: string): Promise<InvoicePayment[]> =>
  findAll(service, 'invoice_payment', { where: { invoice } })

/** Returns the payment intent that is still open for an invoice. */
export async function findOpenPaymentIntent(service: StripeService, invoice: Invoice) {
  const payment = (await listInvoicePayments(service, invoice.id)).find(({ status }) => status === 'open')
  const intent = payment?.payment.payment_intent
  return intent === undefined ? undefined : requireObject(service, 'payment_intent', idOf(intent))
}

/** Returns the invoice of a payment intent. */
export async function findInvoiceOfPaymentIntent(service: StripeService, intent: string): Promise<Invoice | undefined> {
  const and = service.sql`and data->'payment'->>'payment_intent' = ${intent}`
  const [payment] = await findAll(service, 'invoice_payment', { and })
  return payment && find(service, 'invoice', idOf(payment.invoice))
}

/** Marks the open payments of an invoice as paid. */
export async function markPaymentsPaid(service: StripeService, invoice: Invoice): Promise<void> {
  for (const payment of await listInvoicePayments(service, invoice.id)) {
    if (payment.status !== 'open') continue
    const paid = {
      status: 'paid',
      amount_paid: payment.amount_requested,
      status_transitions: { canceled_at: null, paid_at: service.now() },
    }
    await emitEvent(service, 'invoice_payment.paid', await change(service, 'invoice_payment', payment, paid))
  }
}

/** Cancels the open payments of an invoice and their payment intents. */
export async function cancelPayments(service: StripeService, invoice: Invoice): Promise<void> {
  for (const payment of await listInvoicePayments(service, invoice.id)) {
    if (payment.status !== 'open') continue
    const status_transitions = { canceled_at: service.now(), paid_at: null }
    await change(service, 'invoice_payment', payment, { status: 'canceled', status_transitions })
    const intentId = payment.payment.payment_intent
    const intent = intentId === undefined ? undefined : await find(service, 'payment_intent', idOf(intentId))
    if (intent === undefined || intent.status === 'succeeded') continue
    const canceled = { status: 'canceled' as const, canceled_at: service.now(), cancellation_reason: 'void_invoice' as const }
    await change(service, 'payment_intent', intent, canceled, 'payment_intent.canceled')
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
