import { DEFAULT_CURRENCY, graceEnd, hasPaymentProblem, isOver } from '@academy/catalog'
import type { Plan } from '@academy/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { serializeDates } from '../../../http/serialize-dates.ts'
import { isFromConnectedStripe } from '../facts/stripe-origin.ts'
import { subscriptions } from '../facts/subscriptions.table.ts'
import { dateOrNull } from '../stripe/stripe-objects.ts'

type Recorded = typeof subscriptions.$inferSelect

/**
 * Loads the subscriptions of an account that have neither ended nor been revoked. Renewing ones come first, as in the billing portal, and
 * incomplete ones last.
 */
async function findListedSubscriptions(db: Db, account_id: string): Promise<Recorded[]> {
  const recorded = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.account_id, account_id), isFromConnectedStripe(subscriptions)))
    .orderBy(
      sql`${subscriptions.status} = 'incomplete', ${subscriptions.cancel_at} is not null`,
      desc(subscriptions.started_at),
      subscriptions.id,
    )
  return recorded.filter(({ status, revoked_at }) => !isOver(status) && revoked_at === null)
}

/**
 * Describes a subscription with the price that the buyer agreed to. Later prices do not change it. Status and dates are those of Stripe,
 * because a subscriber returns from the billing portal before its webhook arrives. Returns nothing for a subscription that has ended.
 */
async function planOf(stripe: Stripe, recorded: Recorded): Promise<Plan[]> {
  const { status, items, discounts, trial_end, cancel_at } = await stripe.subscriptions.retrieve(recorded.id)
  if (isOver(status)) return []
  const item = items.data.find(({ price }) => price.id === recorded.price_id) ?? items.data[0]
  const isFailed = recorded.payment === 'failed' || hasPaymentProblem(status)
  return [
    serializeDates({
      status,
      amount: item?.price.unit_amount ?? 0,
      currency: item?.price.currency ?? DEFAULT_CURRENCY,
      is_discounted: discounts.length > 0,
      renews_at: dateOrNull(item?.current_period_end),
      free_until: status === 'trialing' ? dateOrNull(trial_end) : null,
      ends_at: dateOrNull(cancel_at),
      pay_until: isFailed ? graceEnd(recorded) : null,
    }),
  ]
}

/** Loads the plans of an account: its subscriptions that have not ended, with their prices. Calls Stripe only for accounts that have any. */
export async function readPlans(db: Db, stripe: Stripe, account_id: string): Promise<Plan[]> {
  const plans = (await findListedSubscriptions(db, account_id)).map((recorded) => planOf(stripe, recorded))
  return (await Promise.all(plans)).flat()
}
