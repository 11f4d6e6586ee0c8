import type { Package } from './packages.ts'

/**
 * What became of the newest invoice of a subscription:
 * - `settled`: paid, or over nothing
 * - `processing`: its first payment is under way, for days where a bank is debited
 * - `failed`: a payment of it failed, also while another one is under way
 */
export type InvoicePayment = 'settled' | 'processing' | 'failed'

/** Something that is paid every month, as the payment provider tells of it. */
export type Subscription = {
  offer: 'studio'
  /** The provider's own word: 'active', 'trialing', 'past_due', 'unpaid', 'canceled', or another one. */
  status: string
  started_at: Date
  /**
   * The end of the last period that was paid for, or was free; null: none was. Not the end of the current period: that
   * moves on to an unpaid period as soon as it begins.
   */
  paid_until: Date | null
  payment: InvoicePayment
  ended_at: Date | null
  /** When an operator took back a subscription that cost nothing; null for every other one. */
  revoked_at: Date | null
}

/**
 * - `active`: runs, or is being tried
 * - `processing`: begun, and its first money has not arrived
 * - `grace`: its renewal failed, and it still unlocks for some days
 * - `overdue`: its renewal failed, and those days are over
 * - `ended`: over for good
 * - `inactive`: not paid for yet, or paused
 * - `revoked`: taken back by an operator, as it cost nothing
 */
export type SubscriptionState = 'active' | 'processing' | 'grace' | 'overdue' | 'ended' | 'inactive' | 'revoked'

export const SUBSCRIPTION_PACKAGE: Readonly<Record<Subscription['offer'], Package>> = { studio: 'studio' }

export const isSubscriptionOffer = (name: string): name is Subscription['offer'] => Object.hasOwn(SUBSCRIPTION_PACKAGE, name)

/** So many days after what was paid for, a subscription whose renewal failed still unlocks. */
export const GRACE_DAYS = 7

/** The statuses in which a subscription runs (CTX-05, D-137). */
export const isRunning = (status: string): boolean => status === 'active' || status === 'trialing'

/** The statuses of a subscription whose owner has to pay, or to add a means of payment, before it runs. */
export const hasPaymentProblem = (status: string): boolean => ['past_due', 'unpaid', 'incomplete', 'paused'].includes(status)

/** The statuses from which a subscription never comes back (D-95). */
export const isOver = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired'

/** The first moment at which a subscription whose renewal failed unlocks no more; null: nothing was ever paid, so nothing is forgiven. */
export function graceEnd({ paid_until }: Pick<Subscription, 'paid_until'>): Date | null {
  return paid_until && new Date(paid_until.getTime() + GRACE_DAYS * 86_400_000)
}

/**
 * Returns what a subscription is at this moment. Stripe calls a subscription active as soon as a bank debit begins, so an active
 * one unlocks only if something was paid, and a further attempt after a failed one gives no new days. An unknown status unlocks nothing.
 */
export function subscriptionState(subscription: Subscription, now: Date): SubscriptionState {
  const { status, payment, paid_until } = subscription
  if (subscription.revoked_at !== null) return 'revoked'
  if (isRunning(status) && payment === 'processing' && paid_until === null) return 'processing'
  if (isRunning(status) && payment !== 'failed') return 'active'
  if (isOver(status)) return 'ended'
  if (status === 'unpaid') return 'overdue'
  if (status !== 'past_due' && !isRunning(status)) return 'inactive'
  const end = graceEnd(subscription)
  return end !== null && now < end ? 'grace' : 'overdue'
}
