import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../plugins/moment.ts'

/** Subscriptions to the Studio, as Stripe told them last; the one that a bundle begins included. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text().primaryKey(),
    account_id: uuid().notNull(),
    customer_id: text().notNull(),
    offer: text().$type<'studio'>().notNull(),
    price_id: text().notNull(),
    /** In Stripe's words: trialing, active, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
    status: text().notNull(),
    started_at: moment().notNull(),
    current_period_end: moment(),
    /** The end of the last period that was paid for or is free. When a renewal fails, the current period is one that nobody paid for. */
    paid_until: moment(),
    trial_end: moment(),
    /** When it will end, if its owner cancelled it for the end of the period. */
    cancel_at: moment(),
    canceled_at: moment(),
    ended_at: moment(),
    synced_at: moment().notNull(),
  },
  (subscription) => [index('subscriptions_account').on(subscription.account_id)],
)
