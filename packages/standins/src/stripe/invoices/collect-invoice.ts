import type { StripeService } from '../core/context.ts'
import { idOf, type Price, type Stored } from '../core/kinds.ts'
import { find, findAll, readHidden, save, updateHidden } from '../core/store.ts'
import { StripeError } from '../core/stripe-error.ts'
import { type Attempt, declineError, type Outcome } from '../payments/pay.ts'
import { DAY_SECONDS, setDue } from '../time/due.ts'
import { change, emitEvent } from '../webhooks/emit-event.ts'
import { bySubscription, customerOf, draftInvoice, finalizeDraft, type Invoice, oneTimeLine, subscriptionOf } from './invoice.ts'
import { cancelPayments, chargeInvoice, createInvoicePaymentIntent, linkPayment, markPaymentsPaid } from './invoice-payment.ts'

/** Finalizes a draft, and creates the payment intent if an amount is due. */
export async function finalizeInvoice(service: StripeService, draft: Invoice): Promise<Invoice> {
  const invoice = await finalizeDraft(service, draft)
  if (invoice.amount_due > 0) await createInvoicePaymentIntent(service, invoice)
  return invoice
}

type PaidPurchase = {
  customer: string
  items: readonly { price: Price; quantity: number }[]
  /** The payment intent that has already succeeded. */
  paymentIntent: string | undefined
  coupon: Stored<'coupon'> | undefined
  metadata: Record<string, string>
}

/** Creates the invoice of a paid one-time purchase (checkout's `invoice_creation`). Call it within a write. */
export async function createPaidInvoice(service: StripeService, { items, paymentIntent, ...purchase }: PaidPurchase): Promise<Invoice> {
  const lines = []
  for (const { price, quantity } of items) lines.push(await oneTimeLine(service, price, quantity))
  const open = await finalizeDraft(service, await draftInvoice(service, { ...purchase, lines, billingReason: 'manual' }))
  if (paymentIntent !== undefined) await linkPayment(service, open, paymentIntent)
  return markPaid(service, open)
}

/** Marks an invoice as paid: by a payment, because nothing is due, or outside Stripe (`outOfBand`). */
export async function markPaid(service: StripeService, open: Invoice, { outOfBand = false } = {}): Promise<Invoice> {
  const invoice: Invoice = {
    ...open,
    status: 'paid',
    auto_advance: false,
    amount_paid: open.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, paid_at: service.now() },
  }
  await save(service, 'invoice', invoice)
  if (outOfBand) {
    await updateHidden(service, invoice.id, { paid_off_stripe: open.amount_remaining })
    await cancelPayments(service, invoice)
  }
  await setDue(service, invoice.id, null)
  await emitEvent(service, 'invoice.paid', invoice)
  await markPaymentsPaid(service, invoice)
  return invoice
}

/** Returns the amount paid outside Stripe. Stripe shows it only for `expand[]`, and never in events. */
export async function paidOffStripe(service: StripeService, invoice: string): Promise<number> {
  return (await readHidden<{ paid_off_stripe?: number }>(service, invoice)).paid_off_stripe ?? 0
}

/** Voids an invoice, as if it had never been issued. */
export async function voidInvoice(service: StripeService, open: Invoice): Promise<Invoice> {
  await cancelPayments(service, open)
  const status_transitions = { ...open.status_transitions, voided_at: service.now() }
  const invoice: Invoice = { ...open, status: 'void', status_transitions, auto_advance: false, next_payment_attempt: null }
  await save(service, 'invoice', invoice)
  await setDue(service, invoice.id, null)
  return invoice
}

/** Stops automatic collection of a subscription's draft and open invoices. */
export async function stopCollecting(service: StripeService, subscription: string): Promise<void> {
  for (const invoice of await findAll(service, 'invoice', { and: bySubscription(service, subscription) })) {
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue
    const stopped = { auto_advance: false, next_payment_attempt: null }
    await change(service, 'invoice', invoice, stopped)
    await setDue(service, invoice.id, null)
  }
}

/**
 * The result of an attempt to collect an invoice. `processing`: the bank settles or refuses the debit later. `error`: the API error of a failed attempt.
 * `isLast`: Stripe does not retry.
 */
export type CollectionResult = { invoice: Invoice } & (
  | { result: 'paid' }
  | { result: 'processing' }
  | { result: 'failed'; error: StripeError; isLast: boolean }
)

/** Returns the id of the payment method to charge: the subscription's, else the customer's. */
async function paymentMethodFor(service: StripeService, invoice: Invoice): Promise<string | null> {
  const subscriptionId = subscriptionOf(invoice)
  const subscription = subscriptionId === undefined ? undefined : await find(service, 'subscription', subscriptionId)
  if (subscription?.default_payment_method) return idOf(subscription.default_payment_method)
  const customerDefault = (await customerOf(service, invoice))?.invoice_settings.default_payment_method
  return customerDefault ? idOf(customerDefault) : null
}

/** The days between failed attempts to collect a renewal. After the last one, the subscription is canceled. */
const RETRY_DAYS = [3, 5, 7]

function nextAttempt(service: StripeService, open: Invoice, attempts: number): number | null {
  const days = open.auto_advance ? RETRY_DAYS[attempts - 1] : undefined
  return days === undefined ? null : service.now() + days * DAY_SECONDS
}

const NO_CARD = new StripeError(
  'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method before attempting to pay.',
  { commitsDespiteError: true },
)

function errorOf(outcome: Failed | undefined): StripeError {
  if (outcome === undefined) return NO_CARD
  if (outcome.outcome === 'declined') return declineError(outcome.decline)
  return new StripeError('This invoice requires additional user action before it can be completed successfully.', {
    status: 402,
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    commitsDespiteError: true,
  })
}

type Options = {
  /** Default: the payment method of the subscription or customer. */
  paymentMethod?: string | undefined
  attempt: Attempt
  /** Whether the attempt belongs to the account's retry schedule. */
  isScheduled: boolean
}

/** Attempts once to collect an open invoice. */
export async function collectInvoice(
  service: StripeService,
  open: Invoice,
  { paymentMethod, attempt, isScheduled }: Options,
): Promise<CollectionResult> {
  if (open.amount_due === 0) return { result: 'paid', invoice: await markPaid(service, open) }
  const outcome = await chargeInvoice(service, open, paymentMethod ?? (await paymentMethodFor(service, open)), attempt)
  if (outcome?.outcome === 'succeeded') {
    return { result: 'paid', invoice: await markPaid(service, { ...open, attempt_count: open.attempt_count + 1 }) }
  }
  if (outcome?.outcome === 'processing') {
    const invoice = { ...open, attempt_count: open.attempt_count + 1, next_payment_attempt: null }
    await save(service, 'invoice', invoice)
    await setDue(service, invoice.id, null)
    return { result: 'processing', invoice }
  }
  return failInvoice(service, open, outcome, isScheduled)
}

type Failed = Exclude<Outcome, { outcome: 'succeeded' | 'processing' }>

/**
 * Records that the payment of an open invoice failed, or that there is no card to charge. Only a scheduled attempt schedules the next retry; one on
 * request leaves the schedule unchanged.
 */
export async function failInvoice(
  service: StripeService,
  open: Invoice,
  outcome: Failed | undefined,
  isScheduled: boolean,
): Promise<Extract<CollectionResult, { result: 'failed' }>> {
  const attempt_count = open.attempt_count + 1
  const next = isScheduled ? nextAttempt(service, open, attempt_count) : open.next_payment_attempt
  const invoice: Invoice = { ...open, attempt_count, next_payment_attempt: next }
  await save(service, 'invoice', invoice)
  await setDue(service, invoice.id, next)
  await emitEvent(service, 'invoice.payment_failed', invoice)
  return { result: 'failed', invoice, isLast: isScheduled && next === null, error: errorOf(outcome) }
}
