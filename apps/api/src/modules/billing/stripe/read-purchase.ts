import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { DisputeOutcome, purchases } from '../facts/purchases.table.ts'
import type { StripeOrigin } from '../facts/stripe-origin.ts'
import { disputeOutcome } from './dispute-outcome.ts'
import { dateFromSeconds, expanded, idOf } from './stripe-objects.ts'

/** A row without the columns that all facts of a customer share. */
export type Reported<T> = Omit<T, 'account_id' | 'customer_id' | 'synced_at' | keyof StripeOrigin>
/** A purchase as Stripe reports it, without the operator's revocation and the buyer's requests for refunds. */
export type ReportedPurchase = Omit<Reported<typeof purchases.$inferSelect>, 'revoked_at' | 'refund_requested_at' | 'refund_seats'>

/** The columns of a payment without refunds and disputes. */
export const NO_REFUND = { refunded_amount: 0, refunded_at: null, dispute_status: null, dispute_at: null }

const severity: readonly DisputeOutcome[] = ['won', 'open', 'lost']

/** Loads the worst outcome of the disputes about a charge. */
export async function readDispute(stripe: Stripe, charge: Stripe.Charge) {
  if (!charge.disputed) return { dispute_status: null, dispute_at: null }
  const disputes = await stripe.disputes.list({ charge: charge.id, limit: 100 }).autoPagingToArray({ limit: 1_000 })
  const [worst] = disputes
    .map((dispute) => ({ dispute_status: disputeOutcome(dispute), dispute_at: dateFromSeconds(dispute.created) }))
    .toSorted((a, b) => severity.indexOf(b.dispute_status) - severity.indexOf(a.dispute_status))
  return worst ?? { dispute_status: 'open' as const, dispute_at: dateFromSeconds(charge.created) }
}

/** Loads how much of a charge was refunded, and when all of it was. */
export async function readRefund(stripe: Stripe, charge: Stripe.Charge) {
  const refunded_amount = charge.amount_refunded
  if (!charge.refunded) return { refunded_amount, refunded_at: null }
  const refunds = await stripe.refunds.list({ charge: charge.id, limit: 100 }).autoPagingToArray({ limit: 1_000 })
  // A refund that failed gave nothing back.
  const succeeded = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  return { refunded_amount, refunded_at: dateFromSeconds(Math.max(charge.created, ...succeeded.map(({ created }) => created))) }
}

/** Loads the payment of a one-time purchase; in a subscription's checkout, the one of its first invoice. */
async function readPayment(stripe: Stripe, session: Stripe.Checkout.Session): Promise<Stripe.PaymentIntent | string | null | undefined> {
  const invoice = idOf(session.invoice)
  if (session.mode !== 'subscription' || invoice === null) return session.payment_intent
  const { data } = await stripe.invoicePayments.list({
    invoice,
    status: 'paid',
    limit: 1,
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  return data[0]?.payment.payment_intent
}

const withFingerprint = z.object({ fingerprint: z.string() })

/** Returns the digest of the fingerprint of a charge's card or bank account; null for a method without one, such as PayPal. */
function fingerprintOf({ payment_method_details: details }: Stripe.Charge): string | null {
  const method = details && Object.entries(details).find(([name]) => name === details.type)?.[1]
  const { data } = withFingerprint.safeParse(method)
  return data ? createHash('sha256').update(data.fingerprint).digest('base64url') : null
}

/** Returns the promotion code that the buyer redeemed, else the coupon that the session began with. */
export function couponOf({ discounts }: Stripe.Checkout.Session): string | null {
  const discount = discounts?.[0]
  return expanded(discount?.promotion_code)?.code ?? idOf(discount?.coupon)
}

async function readPaymentFields(stripe: Stripe, session: Stripe.Checkout.Session) {
  const payment = await readPayment(stripe, session)
  const latestCharge = expanded(payment)?.latest_charge
  const charge = expanded(latestCharge)
  // With a full promotion code there is no charge.
  if (!charge)
    return {
      paid_at: dateFromSeconds(session.created),
      payment_intent_id: idOf(payment),
      charge_id: idOf(latestCharge),
      payment_fingerprint: null,
      ...NO_REFUND,
    }
  const [refund, dispute] = await Promise.all([readRefund(stripe, charge), readDispute(stripe, charge)])
  return {
    paid_at: dateFromSeconds(charge.created),
    payment_intent_id: idOf(payment),
    charge_id: charge.id,
    payment_fingerprint: fingerprintOf(charge),
    ...refund,
    ...dispute,
  }
}

/** Loads a purchase with its payment, refunds and disputes. */
export async function readPurchase(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  { currency, price_id, offer, seats, gift_id }: Pick<ReportedPurchase, 'currency' | 'price_id' | 'offer' | 'seats' | 'gift_id'>,
): Promise<ReportedPurchase> {
  return {
    id: session.id,
    offer,
    price_id,
    currency,
    amount: session.amount_total ?? 0,
    coupon: couponOf(session),
    country: session.customer_details?.address?.country ?? null,
    subscription_id: idOf(session.subscription),
    seats,
    gift_id,
    ...(await readPaymentFields(stripe, session)),
  }
}
