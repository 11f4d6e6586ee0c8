import { isOver, purchaseState } from '@academy/catalog'
import type Stripe from 'stripe'
import { cancelSubscription } from './cancel-subscription.ts'
import { hasPaidMonth } from './has-paid-month.ts'
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

/** A purchase as Stripe reports it, with the recorded times of its revocation and of its request for a refund. */
export type KnownPurchase = ReportedPurchase & { revoked_at: Date | null; refund_requested_at: Date | null }

/** Returns the bundles that were refunded in full, lost in a dispute or revoked. */
export const endedBundles = (bought: readonly KnownPurchase[]): EndedBundle[] =>
  bought.flatMap(({ id, subscription_id, dispute_status, ...more }) => {
    const why = purchaseState({ ...more, dispute: dispute_status })
    // The Studio ends with the refund, not with the request of one, which Stripe may refuse.
    if (subscription_id === null || why === 'active' || why === 'refund_requested') return []
    return [{ session_id: id, subscription_id, why }]
  })

/** Stripe keeps this comment, so the reason is known even if the database was down. */
const commentFor = ({ session_id }: EndedBundle): string => `Cancelled by the academy: the bundle ${session_id} was not paid.`

const bundleOf = ({ id }: Stripe.Subscription, ended: readonly EndedBundle[]): EndedBundle | undefined =>
  ended.find(({ subscription_id }) => subscription_id === id)

/**
 * Cancels at Stripe the Studio of a bundle that was refunded in full, lost in a dispute or never paid, unless a month of it was paid since.
 * Voids the unpaid invoice too, so that the buyer can buy the bundle again. Returns the resulting subscription; other subscriptions are
 * returned unchanged.
 */
export async function endWithBundle(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  ended: readonly EndedBundle[],
): Promise<Stripe.Subscription> {
  const bundle = bundleOf(subscription, ended)
  if (bundle === undefined) return subscription
  // Fails if a payment arrives at the same moment; the next sync then finds it paid.
  if (bundle.invoice?.status === 'open' || bundle.invoice?.status === 'uncollectible') await stripe.invoices.voidInvoice(bundle.invoice.id)
  if (isOver(subscription.status) || (await hasPaidMonth(stripe, subscription.id, { withFirst: false }))) return subscription
  return await cancelSubscription(stripe, subscription.id, commentFor(bundle))
}

/** Returns the audit entry of a Studio that the academy cancelled with its bundle, now or earlier. */
export function endedStudioOf(subscription: Stripe.Subscription, ended: readonly EndedBundle[]): EndedStudio | undefined {
  const bundle = bundleOf(subscription, ended)
  if (bundle === undefined || subscription.cancellation_details?.comment !== commentFor(bundle)) return undefined
  return { subscription_id: subscription.id, why: bundle.why, details: { subscription: subscription.id, checkout: bundle.session_id } }
}
