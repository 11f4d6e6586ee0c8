import type { StripeService } from '../core/context.ts'
import { idOf, makeId, type Stored } from '../core/kinds.ts'
import { readHidden, requireObject, updateHidden } from '../core/store.ts'
import { StripeError } from '../core/stripe-error.ts'
import { change, create } from '../webhooks/emit-event.ts'
import { AUTHENTICATION_DECLINE, AUTHENTICATION_FAILED, BANK_REFUSAL, type Behavior, type Decline, GENERIC_DECLINE } from './cards.ts'
import { behaviorOf } from './payment-method.ts'

export type Charge = Stored<'charge'>
type PaymentIntent = Stored<'payment_intent'>
type PaymentMethod = Stored<'payment_method'>

type IntentInput = {
  amount: number
  currency: string
  customer?: string | null
  description?: string | undefined
  metadata?: Record<string, string>
}

/** Creates a payment intent; `attemptPayment` then charges it. */
export function createPaymentIntent(service: StripeService, input: IntentInput): Promise<PaymentIntent> {
  const { amount, currency, customer = null, description = null, metadata = {} } = input
  const fields = { amount, currency, customer, description, metadata, payment_method: null, latest_charge: null }
  return create(service, 'payment_intent', { ...fields, status: 'requires_payment_method' })
}

/** Returns the fields of a charge that depend on its result. */
function resultFields(service: StripeService, id: string, result: Decline | 'succeeded' | 'pending'): Partial<Charge> {
  const isPaid = result === 'succeeded'
  const receipt_url = typeof result === 'string' ? `${service.publicUrl}/stripe/receipts/${id}` : null
  return { captured: isPaid, paid: isPaid, receipt_url, status: typeof result === 'string' ? result : 'failed' }
}

/** Stores the charge of one attempt to collect a payment intent. */
function createCharge(service: StripeService, intent: PaymentIntent, method: PaymentMethod, result: Decline | 'succeeded' | 'pending') {
  const id = makeId('charge')
  const { amount, currency, customer, description, metadata } = intent
  const payment_method_details = { type: method.type, [method.type]: method[method.type as 'card'] } as Charge['payment_method_details']
  return create(service, 'charge', {
    ...{
      id,
      amount,
      amount_refunded: 0,
      billing_details: method.billing_details,
      currency,
      customer,
      description,
      disputed: false,
      metadata,
      refunded: false,
    },
    ...{ payment_intent: intent.id, payment_method: method.id, payment_method_details },
    ...resultFields(service, id, result),
  })
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
  | { outcome: 'declined'; intent: PaymentIntent; decline: Decline }
  | { outcome: 'requires_action'; intent: PaymentIntent }

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

/** Stores what a payment adds to the balance: the amount less a fee of 1.5 % and 25 cents. */
async function settleInBalance(service: StripeService, { id, amount, currency, description, payment_method_details }: Charge) {
  const fee = Math.round(amount * 0.015) + 25
  const type = payment_method_details?.type === 'card' ? ('charge' as const) : ('payment' as const)
  const fields = { amount, currency, description, fee, net: amount - fee, source: id, type }
  await create(service, 'balance_transaction', { ...fields, status: 'pending' })
}

async function recordSuccess(service: StripeService, intent: PaymentIntent, charge: Charge): Promise<Outcome> {
  await settleInBalance(service, charge)
  const paid = await change(service, 'payment_intent', intent, { status: 'succeeded', latest_charge: charge.id })
  return { outcome: 'succeeded', intent: paid, charge }
}

async function recordFailure(
  service: StripeService,
  intent: PaymentIntent,
  charge: Charge | undefined,
  decline: Decline,
): Promise<Outcome> {
  const latest_charge = charge?.id ?? intent.latest_charge
  const failed = await change(service, 'payment_intent', intent, { status: 'requires_payment_method', payment_method: null, latest_charge })
  return { outcome: 'declined', intent: failed, decline }
}

/** Charges a payment method. Returns declines as an outcome instead of throwing them. Call it within a write. */
export async function attemptPayment(
  service: StripeService,
  intent: PaymentIntent,
  method: PaymentMethod,
  attempt: Attempt = {},
): Promise<Outcome> {
  const isScheduledToFail = await takeScheduledFailure(service, intent, attempt)
  const result = isScheduledToFail ? GENERIC_DECLINE : chargeResult(await behaviorOf(service, method.id), attempt)
  const attempted = await change(service, 'payment_intent', intent, { payment_method: method.id })
  if (result === 'requires_action')
    return { outcome: 'requires_action', intent: await change(service, 'payment_intent', attempted, { status: 'requires_action' }) }
  if (result === AUTHENTICATION_FAILED) return recordFailure(service, attempted, undefined, AUTHENTICATION_FAILED)
  const charge = await createCharge(service, attempted, method, result)
  if (result === 'succeeded') return recordSuccess(service, attempted, charge)
  if (result !== 'pending') return recordFailure(service, attempted, charge, result)
  const processing = await change(service, 'payment_intent', attempted, { status: 'processing', latest_charge: charge.id })
  return { outcome: 'processing', intent: processing, charge }
}

/** Settles a processing payment; `isPaid` says whether the bank paid. */
export async function settlePayment(service: StripeService, intent: PaymentIntent, isPaid: boolean): Promise<Outcome> {
  if (intent.status !== 'processing' || intent.latest_charge === null) {
    throw new StripeError(`${intent.id} is not processing: its status is ${intent.status}.`, { code: 'payment_intent_unexpected_state' })
  }
  const pending = await requireObject(service, 'charge', idOf(intent.latest_charge))
  const charge = await change(service, 'charge', pending, resultFields(service, pending.id, isPaid ? 'succeeded' : BANK_REFUSAL))
  return isPaid ? recordSuccess(service, intent, charge) : recordFailure(service, intent, charge, BANK_REFUSAL)
}

/** Builds the API error of a declined payment. The failed attempt stays stored. */
export const declineError = ({ message, code }: Decline) =>
  new StripeError(message, { status: 402, type: 'card_error', code, commitsDespiteError: true })

/** Cancels a payment intent, unless it is final. */
export async function cancelIntent(service: StripeService, intent: PaymentIntent) {
  if (intent.status !== 'succeeded') await change(service, 'payment_intent', intent, { status: 'canceled' })
}
