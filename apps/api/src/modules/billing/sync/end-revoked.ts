import { isOver } from '@academy/catalog'
import type Stripe from 'stripe'
import { cancelSubscription } from './cancel-subscription.ts'
import type { EndedStudio } from './end-with-bundle.ts'
import { hasPaidMonth } from './has-paid-month.ts'

/** Stored at Stripe, also by earlier versions: it marks the subscriptions that the academy cancelled for this reason. */
const COMMENT = 'Cancelled by the academy: an operator took it back, as it cost nothing.'

/** Cancels at Stripe a Studio that an operator revoked, unless a month was paid meanwhile. Returns the resulting subscription. */
export async function endRevoked(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  revoked: ReadonlyMap<string, Date>,
): Promise<Stripe.Subscription> {
  if (!revoked.has(subscription.id) || isOver(subscription.status)) return subscription
  if (await hasPaidMonth(stripe, subscription.id, { withFirst: true })) return subscription
  return await cancelSubscription(stripe, subscription.id, COMMENT)
}

/** Returns the revoked subscriptions that continue, because a month was paid before they could be cancelled. */
export const paidAfterRevoke = (subscribed: readonly Stripe.Subscription[], revoked: ReadonlyMap<string, Date>): string[] =>
  subscribed.flatMap(({ id, status }) => (revoked.has(id) && !isOver(status) ? [id] : []))

/** Returns the audit entry of a subscription that the academy cancelled because an operator revoked it. */
export function revokedStudio({ id, cancellation_details }: Stripe.Subscription): EndedStudio | undefined {
  if (cancellation_details?.comment !== COMMENT) return undefined
  return { subscription_id: id, why: 'studio_revoked', details: { subscription: id } }
}
