import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { insert, readHidden, requireObject, updateHidden } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { AUTHENTICATION_DECLINE, type Behavior, type Decline, GENERIC_DECLINE } from './cards.ts'
import { type Charge, makeCharge } from './charge-json.ts'
import { type IntentInput, makeIntent, type PaymentIntent } from './intent-json.ts'
import { behaviorOf } from './payment-method.ts'

type PaymentMethod = Stored<'payment_method'>

/** Creates a payment intent; `attemptPayment` then charges it. */
export async function createPaymentIntent(service: StripeService, input: IntentInput): Promise<PaymentIntent> {
  const intent = makeIntent(service, input)
  await insert(service, 'payment_intent', intent)
  await emitEvent(service, 'payment_intent.created', intent)
  return intent
}

export type Attempt = {
  /** Whether the customer is absent and cannot authenticate. */
  offSession?: boolean
  /** Whether the cardholder confirmed on the bank's page; undefined before that. */
  authenticated?: boolean
}

export type Outcome =
  | { outcome: 'succeeded'; intent: PaymentIntent; charge: Charge }
  /** The bank decides later; `settlePayment` then sets the result. */
  | { outcome: 'processing'; intent: PaymentIntent; charge: Charge }
  | { outcome: 'declined'; intent: PaymentIntent; charge: Charge | undefined; decline: Decline }
  | { outcome: 'requires_action'; intent: PaymentIntent }

export const AUTHENTICATION_FAILED: Decline = {
  kind: 'declines',
  code: 'payment_intent_authentication_failure',
  declineCode: 'authentication_not_handled',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

function chargeResult(
  behavior: Behavior,
  { offSession = false, authenticated }: Attempt,
): Decline | 'succeeded' | 'pending' | 'requires_action' {
  switch (behavior.kind) {
    case 'succeeds':
      return 'succeeded'
    case 'declines':
      return behavior
    case 'settles_later':
      return 'pending'
    case 'declines_off_session':
      return offSession ? GENERIC_DECLINE : 'succeeded'
    case 'requires_authentication':
      if (offSession) return AUTHENTICATION_DECLINE
      if (authenticated === undefined) return 'requires_action'
      return authenticated ? 'succeeded' : AUTHENTICATION_FAILED
  }
}

/** Makes the next off-session charges of this customer fail with any card. */
export const failNextCharge = (service: StripeService, customer: string, times = 1) =>
  updateHidden(service, customer, { failing_charges: times })

/** Returns whether this charge was scheduled to fail, and counts it. */
async function takeScheduledFailure(
  service: StripeService,
  { customer }: PaymentIntent,
  { offSession = false }: Attempt,
): Promise<boolean> {
  if (!offSession || customer === null) return false
  const { failing_charges = 0 } = await readHidden<{ failing_charges?: number }>(service, idOf(customer))
  if (failing_charges > 0) await updateHidden(service, idOf(customer), { failing_charges: failing_charges - 1 })
  return failing_charges > 0
}

async function recordSuccess(service: StripeService, intent: PaymentIntent, charge: Charge): Promise<Outcome> {
  await emitEvent(service, 'charge.succeeded', charge)
  const changes = {
    status: 'succeeded' as const,
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    processing: null,
  }
  const paid = await change(service, 'payment_intent', intent, changes)
  await emitEvent(service, 'payment_intent.succeeded', paid)
  return { outcome: 'succeeded', intent: paid, charge }
}

async function recordFailure(
  service: StripeService,
  intent: PaymentIntent,
  method: PaymentMethod,
  charge: Charge | undefined,
  decline: Decline,
): Promise<Outcome> {
  if (charge !== undefined) await emitEvent(service, 'charge.failed', charge)
  const { code, declineCode, message } = decline
  const last_payment_error = {
    ...(charge !== undefined && { charge: charge.id }),
    code,
    decline_code: declineCode,
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    message,
    payment_method: method,
    type: 'card_error' as const,
  }
  const changes = {
    status: 'requires_payment_method' as const,
    payment_method: null,
    last_payment_error,
    next_action: null,
    processing: null,
  }
  const failed = await change(service, 'payment_intent', intent, { ...changes, latest_charge: charge?.id ?? intent.latest_charge })
  await emitEvent(service, 'payment_intent.payment_failed', failed)
  return { outcome: 'declined', intent: failed, charge, decline }
}

/**
 * Charges a payment method and emits the events. Returns declines as an outcome instead of throwing them.
 * Call it within a write.
 */
export async function attemptPayment(
  service: StripeService,
  intent: PaymentIntent,
  method: PaymentMethod,
  attempt: Attempt = {},
): Promise<Outcome> {
  const isScheduledToFail = await takeScheduledFailure(service, intent, attempt)
  const result = isScheduledToFail ? GENERIC_DECLINE : chargeResult(await behaviorOf(service, method.id), attempt)
  const attempted = await change(service, 'payment_intent', intent, { payment_method: method.id })
  if (result === 'requires_action') {
    // without a return URL, Stripe leaves the bank's page to its own script
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    const unauthenticated = await change(service, 'payment_intent', attempted, { status: 'requires_action', next_action })
    await emitEvent(service, 'payment_intent.requires_action', unauthenticated)
    return { outcome: 'requires_action', intent: unauthenticated }
  }
  if (result === AUTHENTICATION_FAILED) return recordFailure(service, attempted, method, undefined, AUTHENTICATION_FAILED)
  const charge = makeCharge(service, attempted, method, result)
  await insert(service, 'charge', charge)
  if (result === 'succeeded') return recordSuccess(service, attempted, charge)
  if (result !== 'pending') return recordFailure(service, attempted, method, charge, result)
  await emitEvent(service, 'charge.pending', charge)
  const changes = { status: 'processing' as const, latest_charge: charge.id, last_payment_error: null, next_action: null }
  const processing = await change(service, 'payment_intent', attempted, changes)
  await emitEvent(service, 'payment_intent.processing', processing)
  return { outcome: 'processing', intent: processing, charge }
}

const BANK_REFUSAL: Decline = {
  kind: 'declines',
  code: 'payment_intent_payment_attempt_failed',
  declineCode: 'insufficient_funds',
  message: "The customer's account has insufficient funds to cover this payment.",
}

/** Settles a processing payment; `isPaid` says whether the bank paid. */
export async function settlePayment(service: StripeService, intent: PaymentIntent, isPaid: boolean): Promise<Outcome> {
  if (intent.status !== 'processing' || intent.latest_charge === null || intent.payment_method === null) {
    throw new StripeError(`${intent.id} is not processing: its status is ${intent.status}.`, { code: 'payment_intent_unexpected_state' })
  }
  const pending = await requireObject(service, 'charge', idOf(intent.latest_charge))
  const method = await requireObject(service, 'payment_method', idOf(intent.payment_method))
  const settled = makeCharge(service, intent, method, isPaid ? 'succeeded' : BANK_REFUSAL)
  const charge = await change(service, 'charge', pending, {
    ...settled,
    id: pending.id,
    created: pending.created,
    receipt_url: pending.receipt_url,
  })
  return isPaid ? recordSuccess(service, intent, charge) : recordFailure(service, intent, method, charge, BANK_REFUSAL)
}

/** Builds the API error of a declined payment. The failed attempt stays stored. */
export const declineError = ({ decline, intent, charge }: Extract<Outcome, { outcome: 'declined' }>) =>
  new StripeError(decline.message, {
    status: 402,
    type: 'card_error',
    code: decline.code,
    more: { decline_code: decline.declineCode, payment_intent: intent, ...(charge !== undefined && { charge: charge.id }) },
    commitsDespiteError: true,
  })

const CANCELABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture', 'processing']

/** Cancels a payment intent and emits the event. Throws a StripeError if its status is final. */
export async function cancelIntent(service: StripeService, intent: PaymentIntent, reason: PaymentIntent['cancellation_reason']) {
  if (!CANCELABLE.includes(intent.status)) {
    throw new StripeError(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
      more: { payment_intent: intent },
    })
  }
  const changes = { status: 'canceled' as const, canceled_at: service.now(), cancellation_reason: reason, next_action: null }
  const canceled = await change(service, 'payment_intent', intent, changes)
  await emitEvent(service, 'payment_intent.canceled', canceled)
  return canceled
}
