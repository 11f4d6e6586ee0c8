import type { Package } from './packages.ts'

/** Something that is paid every month, as the payment provider tells of it. */
export type Subscription = {
  offer: 'studio'
  /** The provider's own word: 'active', 'trialing', 'past_due', 'unpaid', 'canceled', or another one. */
  status: string
  started_at: Date
  /**
   * The end of the last period that was paid for, or was free; null: none was. Not the end of the current period: that moves on to the
   * period which nobody paid for as soon as it begins.
   */
  paid_until: Date | null
  ended_at: Date | null
}

/**
 * - `active`: runs, or is being tried
 * - `grace`: its renewal failed, and it still unlocks for some days
 * - `overdue`: its renewal failed, and those days are over
 * - `ended`: over for good
 * - `inactive`: not paid for yet, or paused
 */
export type SubscriptionState = 'active' | 'grace' | 'overdue' | 'ended' | 'inactive'

export const SUBSCRIPTION_PACKAGE: Readonly<Record<Subscription['offer'], Package>> = { studio: 'studio' }

export const isSubscriptionOffer = (name: string): name is Subscription['offer'] => Object.hasOwn(SUBSCRIPTION_PACKAGE, name)

/** So many days after what was paid for, a subscription whose renewal failed still unlocks. */
export const GRACE_DAYS = 7

/** The statuses in which a subscription runs (CTX-05, D-137). */
export const isRunning = (status: string): boolean => status === 'active' || status === 'trialing'

/** The statuses from which a subscription never comes back (D-95). */
export const isOver = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired'

/** The first moment at which a subscription whose renewal failed unlocks no more; null: nothing was ever paid, so nothing is forgiven. */
export function graceEnd({ paid_until }: Pick<Subscription, 'paid_until'>): Date | null {
  return paid_until && new Date(paid_until.getTime() + GRACE_DAYS * 86_400_000)
}

/** What a subscription is at this moment. A status that nobody knows unlocks nothing. */
export function subscriptionState(subscription: Subscription, now: Date): SubscriptionState {
  const { status } = subscription
  if (isRunning(status)) return 'active'
  if (isOver(status)) return 'ended'
  if (status === 'unpaid') return 'overdue'
  if (status !== 'past_due') return 'inactive'
  const end = graceEnd(subscription)
  return end !== null && now < end ? 'grace' : 'overdue'
}
