import { moneyState, shareOfSeats } from '@academy/catalog'
import Stripe from 'stripe'
import type { RefusedRefund } from '../facts/guarantee.store.ts'
import type { KnownPurchase } from './end-studio.ts'
import { readRefund } from './read-purchase.ts'

/** A refund under the guarantee that Stripe refuses until the operator tops up the balance or corrects the key. */
export type WaitingRefund = { purchase_id: string; why: string }

/** Returns whether the operator can resolve why Stripe refused a refund: too little money in the balance, or a key without the right. */
const isTemporary = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  error instanceof Stripe.errors.StripePermissionError || ['balance_insufficient', 'insufficient_funds'].includes(error.code ?? '')

/** A refund to make: of all that is left without an amount. `request` marks it at Stripe. */
type Wanted = { request: string; amount?: number; refused: Pick<RefusedRefund, 'requested_at' | 'refund_seats'> }

/** Returns what the buyer requested back: the whole purchase, or the shares of seats that the money does not cover yet. */
function wantedRefund(purchase: KnownPurchase): Wanted | undefined {
  const { id, refund_requested_at: requested_at, refund_seats, refunded_amount } = purchase
  if (requested_at !== null) return { request: `guarantee-${id}-${requested_at.getTime()}`, refused: { requested_at, refund_seats: null } }
  if (refund_seats === 0) return undefined
  const amount = shareOfSeats(purchase, refund_seats) - refunded_amount
  return amount > 0 ? { request: `seats-${id}-${refund_seats}`, amount, refused: { requested_at: null, refund_seats } } : undefined
}

type Outcome = { purchase: KnownPurchase; refused?: RefusedRefund; waiting?: WaitingRefund }

/**
 * Refunds a purchase, or the shares of its seats, as its buyer requested under the guarantee, once: Stripe's own list of refunds says whether that was done, and
 * Stripe refuses to refund more than was paid. There is no idempotency key: Stripe replays its response to one for a day, server errors too
 * (https://docs.stripe.com/api/idempotent_requests). Returns the purchase with the refund; other purchases, and those whose refund waits, are
 * returned unchanged.
 * @throws the SDK's error while Stripe is unreachable. The next sync then tries again.
 */
export async function refundOnRequest(stripe: Stripe, account_id: string, purchase: KnownPurchase): Promise<Outcome> {
  const { id, charge_id } = purchase
  const wanted = wantedRefund(purchase)
  if (wanted === undefined || charge_id === null) return { purchase }
  if (moneyState({ ...purchase, dispute: purchase.dispute_status }) !== 'active') return { purchase }
  const { request, amount } = wanted
  const refuse = (why: string): Outcome => ({ purchase, refused: { purchase_id: id, ...wanted.refused, why } })

  const refunds = await stripe.refunds.list({ charge: charge_id, limit: 100 }).autoPagingToArray({ limit: 1_000 })
  const earlier = refunds.find(({ metadata }) => metadata?.request === request)
  if (earlier?.status === 'failed' || earlier?.status === 'canceled')
    return refuse(`The refund ${earlier.id} did not arrive (${earlier.failure_reason ?? earlier.status}).`)
  try {
    const input = {
      charge: charge_id,
      ...(amount !== undefined && { amount }),
      reason: 'requested_by_customer',
      metadata: { request, account_id, checkout: id },
    } as const
    if (!earlier) await stripe.refunds.create(input)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // Not thrown: everything else of the customer is saved while the refund waits.
    if (isTemporary(error)) return { purchase, waiting: { purchase_id: id, why: error.message } }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (error.code !== 'charge_already_refunded') return refuse(`Stripe refused the refund: ${error.message}`)
  }
  return { purchase: { ...purchase, ...(await readRefund(stripe, await stripe.charges.retrieve(charge_id))) } }
}
