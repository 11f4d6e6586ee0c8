import { isOver, purchaseState } from '@academy/catalog'
import type Stripe from 'stripe'
import { isMissing } from './is-missing.ts'
import type { ToldPurchase } from './read-purchase.ts'

/** A bundle that nobody paid for, or not any more. */
export type EndedBundle = {
  session_id: string
  subscription_id: string
  why: 'refunded' | 'dispute_lost' | 'unpaid'
  invoice?: Stripe.Invoice
}

/** A Studio that the academy cancelled because nobody paid for the bundle it came with. */
export type EndedStudio = Pick<EndedBundle, 'session_id' | 'subscription_id' | 'why'>

/** Bundles that were refunded in full or lost at the bank. */
export const givenBack = (bought: readonly ToldPurchase[]): EndedBundle[] =>
  bought.flatMap(({ id, subscription_id, dispute_status, ...more }) => {
    const why = purchaseState({ ...more, dispute: dispute_status })
    return subscription_id === null || why === 'active' ? [] : [{ session_id: id, subscription_id, why }]
  })

/** Left at Stripe with the cancellation, so that whoever asks later knows who did it, also if nothing could be written down here then. */
const commentFor = ({ session_id }: EndedBundle): string => `Cancelled by the academy: nobody paid for the bundle ${session_id}.`

const bundleOf = ({ id }: Stripe.Subscription, ended: readonly EndedBundle[]): EndedBundle | undefined =>
  ended.find(({ subscription_id }) => subscription_id === id)

/** Whether a month of it was paid for; its first invoice is the one of the bundle. */
async function wasPaidFor(stripe: Stripe, subscription: string): Promise<boolean> {
  const invoices = stripe.invoices.list({ subscription, status: 'paid', limit: 100 })
  for await (const { billing_reason, amount_paid } of invoices) {
    if (billing_reason !== 'subscription_create' && amount_paid > 0) return true
  }
  return false
}

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
  // Whoever pays it at this very moment makes this fail, and the next look finds it paid.
  if (bundle.invoice?.status === 'open' || bundle.invoice?.status === 'uncollectible') await stripe.invoices.voidInvoice(bundle.invoice.id)
  if (isOver(subscription.status) || (await wasPaidFor(stripe, subscription.id))) return subscription
  try {
    return await stripe.subscriptions.cancel(subscription.id, { cancellation_details: { comment: commentFor(bundle) } })
  } catch (error) {
    // Somebody else ended it at this very moment: Stripe answers as if it were not there.
    if (isMissing(error)) return await stripe.subscriptions.retrieve(subscription.id)
    throw error
  }
}

/** Whether it is one that the academy cancelled so, now or before. */
export function endedStudioOf(subscription: Stripe.Subscription, ended: readonly EndedBundle[]): EndedStudio | undefined {
  const bundle = bundleOf(subscription, ended)
  if (bundle === undefined || subscription.cancellation_details?.comment !== commentFor(bundle)) return undefined
  return { subscription_id: subscription.id, session_id: bundle.session_id, why: bundle.why }
}
