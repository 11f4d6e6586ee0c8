import { endingMonth, isOver, moneyState, purchaseState } from '@academy/catalog'
import type Stripe from 'stripe'
import { cancelSubscription } from './cancel-subscription.ts'
import { paymentsOfInvoice } from './invoice-payment.ts'
import type { ReportedCharge } from './read-charges.ts'
import type { ReportedPurchase } from './read-purchase.ts'

/** A bundle that ended or was never paid. */
export type EndedBundle = {
  session_id: string
  subscription_id: string
  why: 'refunded' | 'dispute_lost' | 'revoked' | 'unpaid'
  invoice?: Stripe.Invoice
}

/** A Studio that the academy cancelled, with the reason and ids for the audit log. */
export type EndedStudio = {
  subscription_id: string
  why: EndedBundle['why'] | 'month_refunded' | 'month_dispute_lost' | 'studio_revoked'
  details: Record<string, string>
}

/** A purchase as Stripe reports it, with the recorded times of its revocation and of its request for a refund, and the seats to refund. */
export type KnownPurchase = ReportedPurchase & { revoked_at: Date | null; refund_requested_at: Date | null; refund_seats: number }

/** Returns the bundles that were refunded in full, lost in a dispute or revoked. */
export const endedBundles = (bought: readonly KnownPurchase[]): EndedBundle[] =>
  bought.flatMap(({ id, subscription_id, dispute_status, ...more }) => {
    const why = purchaseState({ ...more, dispute: dispute_status })
    // The Studio ends with the refund, not with the request of one, which Stripe may refuse.
    if (subscription_id === null || why === 'active' || why === 'refund_requested') return []
    return [{ session_id: id, subscription_id, why }]
  })

/**
 * Returns whether money was paid for a month of a subscription, at Stripe or outside, or may still arrive by a bank debit. The first invoice of
 * a bundle's Studio holds the course, so it counts only `withFirst`.
 */
async function hasPaidMonth(stripe: Stripe, subscription: string, { withFirst }: { withFirst: boolean }): Promise<boolean> {
  for await (const { id, status, billing_reason, amount_paid } of stripe.invoices.list({ subscription, limit: 100 })) {
    if (!withFirst && billing_reason === 'subscription_create') continue
    if (status === 'paid' && amount_paid > 0) return true
    if (status === 'open' && (await paymentsOfInvoice(stripe, id)).some((payment) => payment.status === 'processing')) return true
  }
  return false
}

/** The facts of a customer that end a Studio. `revoked` holds the times at which an operator revoked purchases and subscriptions, by id. */
type EndingFacts = {
  bundles: readonly EndedBundle[]
  charges: readonly ReportedCharge[]
  revoked: ReadonlyMap<string, Date>
  endsRefundedStudio: boolean
}

/** A reason to cancel a Studio. Stripe keeps the comment, so the reason is known even if the database was down. */
type Cause = Pick<EndedStudio, 'why' | 'details'> & { comment: string; isDue: (stripe: Stripe) => boolean | Promise<boolean> }

/** Returns the reasons for which the academy cancels a Studio, or has cancelled it. Comments at Stripe must stay as they are. */
function causesOf(id: string, { bundles, charges, revoked, endsRefundedStudio }: EndingFacts): Cause[] {
  const months = charges.flatMap((charge) =>
    charge.kind === 'studio_month' && charge.subscription_id === id ? [{ ...charge, dispute: charge.dispute_status }] : [],
  )
  return [
    ...bundles
      .filter(({ subscription_id }) => subscription_id === id)
      .map(({ why, session_id }) => ({
        why,
        details: { subscription: id, checkout: session_id },
        comment: `Cancelled by the academy: the bundle ${session_id} was not paid.`,
        isDue: async (stripe: Stripe) => !(await hasPaidMonth(stripe, id, { withFirst: false })),
      })),
    {
      why: 'studio_revoked',
      details: { subscription: id },
      comment: 'Cancelled by the academy: an operator took it back, as it cost nothing.',
      isDue: async (stripe: Stripe) => revoked.has(id) && !(await hasPaidMonth(stripe, id, { withFirst: true })),
    },
    ...months.map(
      (month): Cause => ({
        why: moneyState(month) === 'dispute_lost' ? 'month_dispute_lost' : 'month_refunded',
        details: { subscription: id, charge: month.id },
        comment: `Cancelled by the academy: the month that ${month.id} paid for was given back.`,
        isDue: () => endsRefundedStudio && endingMonth(id, months) === month,
      }),
    ),
  ]
}

/**
 * Cancels a Studio at Stripe: with its bundle or after a revocation, unless a month of it was paid; and when a month was refunded in full or
 * lost in a dispute. Voids the unpaid invoice of a bundle too, so that the buyer can buy it again. Returns the resulting subscription.
 */
export async function endStudio(stripe: Stripe, subscription: Stripe.Subscription, facts: EndingFacts): Promise<Stripe.Subscription> {
  const { id, status } = subscription
  const invoice = facts.bundles.find(({ subscription_id }) => subscription_id === id)?.invoice
  // Fails if a payment arrives at the same moment; the next sync then finds it paid.
  if (invoice?.status === 'open' || invoice?.status === 'uncollectible') await stripe.invoices.voidInvoice(invoice.id)
  if (isOver(status)) return subscription
  for (const { comment, isDue } of causesOf(id, facts)) if (await isDue(stripe)) return await cancelSubscription(stripe, id, comment)
  return subscription
}

/** Returns the audit entry of a Studio that the academy cancelled, now or earlier. */
export function endedStudioOf({ id, cancellation_details }: Stripe.Subscription, facts: EndingFacts): EndedStudio | undefined {
  const cause = causesOf(id, facts).find(({ comment }) => comment === cancellation_details?.comment)
  return cause && { subscription_id: id, why: cause.why, details: cause.details }
}

/** Returns the revoked subscriptions that continue, because a month was paid before they could be cancelled. */
export const paidAfterRevoke = (subscribed: readonly Stripe.Subscription[], revoked: ReadonlyMap<string, Date>): string[] =>
  subscribed.flatMap(({ id, status }) => (revoked.has(id) && !isOver(status) ? [id] : []))
