import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import { type Attempt, declineError, type Outcome } from '../payments/pay.ts'
import { find, save } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { DAY_SECONDS } from '../time/day.ts'
import { setDue } from '../time/due.ts'
import { markPaid } from './close-invoice.ts'
import { customerOf } from './finalize-invoice.ts'
import { type Invoice, subscriptionOf } from './invoice-json.ts'
import { chargeInvoice } from './invoice-payment.ts'

/**
 * The result of an attempt to collect an invoice. `processing`: the bank settles or refuses the debit later. `error`: the API error of a failed attempt.
 * `isLast`: Stripe does not retry.
 */
export type CollectionResult = { invoice: Invoice } & (
  | { result: 'paid' }
  | { result: 'processing' }
  | { result: 'failed'; error: StripeError; isLast: boolean }
)

/** Returns the id of the payment method to charge: the invoice's, else the subscription's, else the customer's. */
async function paymentMethodFor(service: StripeService, invoice: Invoice): Promise<string | null> {
  if (invoice.default_payment_method !== null) return idOf(invoice.default_payment_method)
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

/** Records a failed attempt. Only a scheduled attempt schedules the next retry; one on request leaves the schedule unchanged. */
async function markFailed(service: StripeService, open: Invoice, isScheduled: boolean) {
  const attempt_count = open.attempt_count + 1
  const next = isScheduled ? nextAttempt(service, open, attempt_count) : open.next_payment_attempt
  const invoice: Invoice = { ...open, attempted: true, attempt_count, next_payment_attempt: next }
  await save(service, 'invoice', invoice)
  await setDue(service, invoice.id, next)
  await emitEvent(service, 'invoice.payment_failed', invoice)
  return { invoice, isLast: isScheduled && next === null }
}

const NO_CARD = new StripeError(
  'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method before attempting to pay.',
  { commitsDespiteError: true },
)

function errorOf(outcome: Failed | undefined): StripeError {
  if (outcome === undefined) return NO_CARD
  if (outcome.outcome === 'declined') return declineError(outcome)
  return new StripeError('This invoice requires additional user action before it can be completed successfully.', {
    status: 402,
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    commitsDespiteError: true,
  })
}

type Options = {
  /** Default: the payment method of the invoice, subscription or customer. */
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
    const invoice = { ...open, attempted: true, attempt_count: open.attempt_count + 1, next_payment_attempt: null }
    await save(service, 'invoice', invoice)
    await setDue(service, invoice.id, null)
    return { result: 'processing', invoice }
  }
  return failInvoice(service, open, outcome, isScheduled)
}

type Failed = Exclude<Outcome, { outcome: 'succeeded' | 'processing' }>

const requiresAuthentication = (outcome: Failed | undefined) =>
  outcome?.outcome === 'requires_action' || (outcome?.outcome === 'declined' && outcome.decline.code === 'authentication_required')

/** Records that the payment of an open invoice failed, or that there is no card to charge. */
export async function failInvoice(
  service: StripeService,
  open: Invoice,
  outcome: Failed | undefined,
  isScheduled: boolean,
): Promise<Extract<CollectionResult, { result: 'failed' }>> {
  const { invoice, isLast } = await markFailed(service, open, isScheduled)
  if (requiresAuthentication(outcome)) await emitEvent(service, 'invoice.payment_action_required', invoice)
  return { result: 'failed', invoice, isLast, error: errorOf(outcome) }
}
