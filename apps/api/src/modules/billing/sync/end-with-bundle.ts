import { isOver, purchaseState } from '@academy/catalog'
import { and, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { auditLog } from '../audit-log.table.ts'
import type { Tx } from './customers.store.ts'
import { isMissing } from './is-missing.ts'
import type { ToldPurchase } from './read-purchase.ts'

/** A Studio that the academy cancelled because the bundle it came with was given back. */
export type EndedStudio = { subscription_id: string; session_id: string; why: 'refunded' | 'dispute_lost' }

/** Left at Stripe with the cancellation, so that whoever asks later knows who did it, also if nothing could be written down here then. */
const commentFor = (bundle: ToldPurchase): string =>
  `Cancelled by the academy: the bundle ${bundle.id} was given back before it cost anything.`

const stateOf = (bundle: ToldPurchase) => purchaseState({ ...bundle, dispute: bundle.dispute_status })

const bundleOf = ({ id }: Stripe.Subscription, bought: readonly ToldPurchase[]): ToldPurchase | undefined =>
  bought.find(({ subscription_id }) => subscription_id === id)

/** Whether a month of it was paid for; its first invoice is the one of the bundle. */
async function wasPaidFor(stripe: Stripe, subscription: string): Promise<boolean> {
  const invoices = stripe.invoices.list({ subscription, status: 'paid', limit: 100 })
  for await (const { billing_reason, amount_paid } of invoices) {
    if (billing_reason !== 'subscription_create' && amount_paid > 0) return true
  }
  return false
}

/**
 * Cancels at Stripe the Studio of a bundle that was refunded in full or lost at the bank, unless it was paid for since: it would be
 * charged to somebody who has all the money back. @returns the subscription as it is then; of any other one nothing is asked.
 */
export async function endWithBundle(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  bought: readonly ToldPurchase[],
): Promise<Stripe.Subscription> {
  const bundle = bundleOf(subscription, bought)
  if (bundle === undefined || stateOf(bundle) === 'active' || isOver(subscription.status)) return subscription
  if (await wasPaidFor(stripe, subscription.id)) return subscription
  try {
    return await stripe.subscriptions.cancel(subscription.id, { cancellation_details: { comment: commentFor(bundle) } })
  } catch (error) {
    // Somebody else ended it at this very moment: Stripe answers as if it were not there.
    if (isMissing(error)) return await stripe.subscriptions.retrieve(subscription.id)
    throw error
  }
}

/** Whether it is one that the academy cancelled so, now or before. */
export function endedStudioOf(subscription: Stripe.Subscription, bought: readonly ToldPurchase[]): EndedStudio | undefined {
  const bundle = bundleOf(subscription, bought)
  if (bundle === undefined || subscription.cancellation_details?.comment !== commentFor(bundle)) return undefined
  const state = stateOf(bundle)
  // A refund that failed afterwards brings no subscription back.
  return { subscription_id: subscription.id, session_id: bundle.id, why: state === 'dispute_lost' ? 'dispute_lost' : 'refunded' }
}

const REASONS: Readonly<Record<EndedStudio['why'], string>> = {
  refunded: 'The bundle it came with was refunded in full, before a month of it was paid for.',
  dispute_lost: 'The dispute about the bundle it came with was lost, before a month of it was paid for.',
}

/** Tells the operator of each, once, in the transaction that holds the customer's lock. @returns those that were not told of before. */
export async function recordEndedStudios(tx: Tx, account_id: string, ended: readonly EndedStudio[]): Promise<EndedStudio[]> {
  if (ended.length === 0) return []
  const told = await tx
    .select({ id: sql<string | null>`${auditLog.details}->>'subscription'` })
    .from(auditLog)
    .where(and(eq(auditLog.account_id, account_id), eq(auditLog.what, 'end_studio')))
  const news = ended.filter(({ subscription_id }) => told.every(({ id }) => id !== subscription_id))
  const row = ({ subscription_id, session_id, why }: EndedStudio): typeof auditLog.$inferInsert => ({
    who: 'the academy',
    what: 'end_studio',
    account_id,
    reason: REASONS[why],
    details: { subscription: subscription_id, checkout: session_id },
  })
  if (news.length > 0) await tx.insert(auditLog).values(news.map(row))
  return news
}
