import { isOver, purchaseState } from '@academy/catalog'
import type Stripe from 'stripe'
import { cancelSubscription } from './cancel-subscription.ts'
import { hasPaidMonth } from './has-paid-month.ts'
import type { ToldPurchase } from './read-purchase.ts'

/** A bundle that ended, or was never paid. */
export type EndedBundle = {
  session_id: string
  subscription_id: string
  why: 'refunded' | 'dispute_lost' | 'revoked' | 'unpaid'
  invoice?: Stripe.Invoice
}

/** A Studio that the academy cancelled, with the reason and the ids that the audit log keeps. */
export type EndedStudio = {
  subscription_id: string
  why: EndedBundle['why'] | 'month_refunded' | 'month_dispute_lost' | 'studio_revoked'
  details: Record<string, string>
}

/** A purchase with what an operator did to it. */
export type KnownPurchase = ToldPurchase & { revoked_at: Date | null }

/** Returns the bundles that were refunded in full, lost in a dispute, or taken back by an operator. */
export const givenBack = (bought: readonly KnownPurchase[]): EndedBundle[] =>
  bought.flatMap(({ id, subscription_id, dispute_status, ...more }) => {
    const why = purchaseState({ ...more, dispute: dispute_status })
    return subscription_id === null || why === 'active' ? [] : [{ session_id: id, subscription_id, why }]
  })

/** Recorded at Stripe with the cancellation, so that its reason is known even if the database was down then. */
const commentFor = ({ session_id }: EndedBundle): string => `Cancelled by the academy: the bundle ${session_id} was not paid.`

const bundleOf = ({ id }: Stripe.Subscription, ended: readonly EndedBundle[]): EndedBundle | undefined =>
  ended.find(({ subscription_id }) => subscription_id === id)

/**
 * Cancels at Stripe the Studio of a bundle that was refunded in full, lost at the bank or never paid, unless it was paid for since: it
 * would be charged to somebody who has all the money back. What the bank did not pay is not asked for again either: the bundle may be
 * bought anew. @returns the subscription as it is then; of any other one nothing is asked.
 */
export async function endWithBundle(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  ended: readonly EndedBundle[],
): Promise<Stripe.Subscription> {
  const bundle = bundleOf(subscription, ended)
  if (bundle === undefined) return subscription
  // A payment at the same moment makes this fail, and the next sync finds it paid.
  if (bundle.invoice?.status === 'open' || bundle.invoice?.status === 'uncollectible') await stripe.invoices.voidInvoice(bundle.invoice.id)
  if (isOver(subscription.status) || (await hasPaidMonth(stripe, subscription.id, { withFirst: false }))) return subscription
  return await cancelSubscription(stripe, subscription.id, commentFor(bundle))
}

/** Whether it is one that the academy cancelled so, now or before. */
export function endedStudioOf(subscription: Stripe.Subscription, ended: readonly EndedBundle[]): EndedStudio | undefined {
  const bundle = bundleOf(subscription, ended)
  if (bundle === undefined || subscription.cancellation_details?.comment !== commentFor(bundle)) return undefined
  return { subscription_id: subscription.id, why: bundle.why, details: { subscription: subscription.id, checkout: bundle.session_id } }
}
