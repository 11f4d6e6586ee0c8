import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { idOf, makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { money } from '../money.ts'
import { nulls } from '../nulls.ts'
import { findAll, insert, requireObject } from '../store.ts'
import { invalid, StripeError } from '../stripe-error.ts'
import type { Charge } from './charge-json.ts'

type Refund = Stored<'refund'>
export type RefundInput = {
  /** In minor units. Default: what was not refunded yet. */
  amount?: number | undefined
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined
  metadata?: Record<string, string>
}

function requireRefundable(charge: Charge, amount: number, disputes: readonly Stored<'dispute'>[]) {
  if (charge.refunded) {
    throw new StripeError(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (charge.status !== 'succeeded') throw invalid(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, 'charge')
  if (disputes.some(({ status, is_charge_refundable }) => !is_charge_refundable && !['won', 'warning_closed'].includes(status))) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed')
  }
  const refundable = charge.amount - charge.amount_refunded
  if (amount > refundable) {
    throw invalid(
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(refundable, charge.currency)})`,
      'amount',
    )
  }
}

const PENDING = { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' } as const

/** Refunds a charge in full or in part. Throws if the amount exceeds what was not refunded yet. Call it within a write. */
export async function refundCharge(
  service: StripeService,
  charge: Charge,
  { amount, reason, metadata = {} }: RefundInput,
): Promise<Refund> {
  const refundAmount = amount ?? charge.amount - charge.amount_refunded
  requireRefundable(charge, refundAmount, await findAll(service, 'dispute', { where: { charge: charge.id } }))
  const refund: Refund = {
    id: makeId('refund'),
    object: 'refund',
    amount: refundAmount,
    ...nulls('balance_transaction', 'customer_account', 'receipt_number', 'source_transfer_reversal', 'transfer_reversal'),
    charge: charge.id,
    created: service.now(),
    currency: charge.currency,
    customer: charge.customer,
    destination_details: { card: PENDING, type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    status: 'succeeded',
  }
  await insert(service, 'refund', refund)
  const refunded = charge.amount_refunded + refundAmount
  const after = await change(service, 'charge', charge, { amount_refunded: refunded, refunded: refunded === charge.amount })
  await emitEvent(service, 'refund.created', refund)
  await emitEvent(service, 'charge.refunded', after)
  // the bank has sent the reference for the cardholder
  const card = { ...PENDING, reference: makeId('coupon'), reference_status: 'available' }
  return change(service, 'refund', refund, { destination_details: { card, type: 'card' } }, 'refund.updated')
}

/** Returns the charge with an id, or the successful charge of a payment intent. */
export async function requireCharge(
  service: StripeService,
  ids: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<Charge> {
  if (ids.charge !== undefined) return requireObject(service, 'charge', ids.charge, 'charge')
  if (ids.payment_intent === undefined) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const intent = await requireObject(service, 'payment_intent', ids.payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded' || intent.latest_charge === null) {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, 'payment_intent')
  }
  return requireObject(service, 'charge', idOf(intent.latest_charge))
}
