import type { SubscriptionOffer } from './offers.ts'

/**
 * The payment state of a subscription's newest invoice:
 * - `settled`: paid, over zero, or a renewal that an operator forgave before it was charged
 * - `processing`: its first payment is processing, which takes days for a bank debit
 * - `failed`: a payment of it failed, also while another one is processing, or it was voided unpaid
 */
export type InvoicePayment = 'settled' | 'processing' | 'failed'

/** A subscription as the payment provider reports it. */
export type Subscription = {
  offer: SubscriptionOffer
  /** The provider's status: 'active', 'trialing', 'past_due', 'unpaid', 'canceled', or another one. */
  status: string
  started_at: Date
  /**
   * The end of the last period that is paid or free; null: none. Not the end of the current period, which Stripe starts before it is paid.
   */
  paid_until: Date | null
  payment: InvoicePayment
  ended_at: Date | null
  /** When an operator revoked a free subscription; null for all others. */
  revoked_at: Date | null
}

/**
 * - `active`: running or on trial
 * - `processing`: started, and its first payment has not arrived
 * - `grace`: its renewal failed, and it still unlocks for some days
 * - `overdue`: its renewal failed, and the grace period is over
 * - `ended`: over for good
 * - `inactive`: not paid yet, or paused
 * - `revoked`: revoked by an operator, as it cost nothing
 */
export type SubscriptionState = 'active' | 'processing' | 'grace' | 'overdue' | 'ended' | 'inactive' | 'revoked'

/** Days after the paid period in which a subscription with a failed renewal still unlocks. */
export const GRACE_DAYS = 7

/** Returns whether a subscription with this status runs. */
export const isRunning = (status: string): boolean => status === 'active' || status === 'trialing'

/** Returns whether the subscriber has to pay or add a payment method before the subscription runs. */
export const hasPaymentProblem = (status: string): boolean => ['past_due', 'unpaid', 'incomplete', 'paused'].includes(status)

/** The statuses of subscriptions that have ended for good. */
export const OVER_STATUSES: readonly string[] = ['canceled', 'incomplete_expired']

/** Returns whether a subscription with this status has ended for good. */
export const isOver = (status: string): boolean => OVER_STATUSES.includes(status)

/** Returns when the grace period of a failed renewal ends; null if nothing was ever paid. */
export function graceEnd({ paid_until }: Pick<Subscription, 'paid_until'>): Date | null {
  return paid_until && new Date(paid_until.getTime() + GRACE_DAYS * 86_400_000)
}

/**
 * Returns the state of a subscription. Stripe reports it as active when a bank debit starts, so an active one unlocks only after a
 * payment, and a retry after a failure gives no new grace. An unknown status unlocks nothing.
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
