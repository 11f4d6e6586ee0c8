import type { StripeService } from '../core/context.ts'
import { idOf, type Stored } from '../core/kinds.ts'
import { money } from '../core/money.ts'
import { findAll, requireObject } from '../core/store.ts'
import { invalid, StripeError } from '../core/stripe-error.ts'
import { change, create, emitEvent } from '../webhooks/emit-event.ts'
import type { Charge } from './pay.ts'
import { behaviorOf } from './payment-method.ts'

type Refund = Stored<'refund'>
type RefundInput = {
  /** In minor units. Default: what was not refunded yet. */
  amount?: number | undefined
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined
  metadata?: Record<string, string>
}

/** Throws unless the amount can be refunded; `pending` is the amount of refunds that are not settled. */
function requireRefundable(charge: Charge, amount: number, pending: number, disputes: readonly Stored<'dispute'>[]) {
  const refundable = charge.amount - charge.amount_refunded - pending
  if (refundable === 0) {
    throw new StripeError(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (charge.status !== 'succeeded') throw invalid(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, 'charge')
  if (disputes.some(({ status, is_charge_refundable }) => !is_charge_refundable && !['won', 'warning_closed'].includes(status))) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed')
  }
  if (amount > refundable) {
    throw invalid(
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(refundable, charge.currency)})`,
      'amount',
    )
  }
}

/** The sum of the refunds of a charge that are not settled. */
async function pendingAmount(service: StripeService, { id }: Charge): Promise<number> {
  const refunds = await findAll(service, 'refund', { where: { charge: id, status: 'pending' } })
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

/** Adds to the refunded amount of a charge; a negative amount is one that came back. */
async function addRefunded(service: StripeService, charge: Charge, amount: number): Promise<Charge> {
  const amount_refunded = charge.amount_refunded + amount
  return change(service, 'charge', charge, { amount_refunded, refunded: amount_refunded === charge.amount })
}

/**
 * Refunds a charge in full or in part. Throws if the amount exceeds what was not refunded yet. A pending refund leaves the charge as it is.
 * Call it within a write.
 */
export async function refundCharge(
  service: StripeService,
  charge: Charge,
  { amount, reason, metadata = {} }: RefundInput,
): Promise<Refund> {
  const pending = await pendingAmount(service, charge)
  const refundAmount = amount ?? charge.amount - charge.amount_refunded - pending
  requireRefundable(charge, refundAmount, pending, await findAll(service, 'dispute', { where: { charge: charge.id } }))
  const behavior = charge.payment_method === null ? undefined : await behaviorOf(service, charge.payment_method)
  const isPending = behavior?.kind === 'succeeds' && behavior.refunds === 'pending'
  const { currency, customer, payment_intent } = charge
  const status = isPending ? 'pending' : 'succeeded'
  const fields = { amount: refundAmount, charge: charge.id, currency, customer, metadata, payment_intent, reason: reason ?? null, status }
  const refund = await create(service, 'refund', fields)
  if (isPending) return refund
  await emitEvent(service, 'charge.refunded', await addRefunded(service, charge, refundAmount))
  // the bank has sent the reference for the cardholder
  await emitEvent(service, 'refund.updated', refund)
  return refund
}

/** The statuses that may follow each status of a refund. */
const NEXT_STATUSES: Readonly<Record<string, readonly string[]>> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed'],
}

const FAILURE_REASONS = { failed: 'expired_or_canceled_card', canceled: 'merchant_request' } as const

/**
 * Settles a refund as the bank or the dashboard would. Stripe sends `refund.failed` for a failure, and only `refund.updated` for another status
 * (https://docs.stripe.com/testing#refunds). A refund that fails after it succeeded returns its amount to the charge.
 */
export async function settleRefund(service: StripeService, id: string, status: 'succeeded' | 'failed' | 'canceled'): Promise<Refund> {
  const refund = await requireObject(service, 'refund', id)
  if (!NEXT_STATUSES[refund.status ?? '']?.includes(status)) throw invalid(`Refund ${id} cannot become ${status}: it is ${refund.status}.`)
  const charge = await requireObject(service, 'charge', idOf(refund.charge ?? ''))
  if (status === 'succeeded') await addRefunded(service, charge, refund.amount)
  else if (refund.status === 'succeeded') await addRefunded(service, charge, -refund.amount)
  const changes = { status, ...(status !== 'succeeded' && { failure_reason: FAILURE_REASONS[status] }) }
  return change(service, 'refund', refund, changes, status === 'failed' ? 'refund.failed' : 'refund.updated')
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
