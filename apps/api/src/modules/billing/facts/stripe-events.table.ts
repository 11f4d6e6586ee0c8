import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/** Stripe events. An event only causes a sync of its customer; its content is not recorded. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** When it happened, by Stripe's clock. */
    created: timestampMs().notNull(),
    customer_id: text(),
    account_id: uuid(),
    /** Whether a webhook delivered it, or reconciling found it missing. */
    source: text().$type<'webhook' | 'reconcile'>().notNull(),
    received_at: timestampMs().notNull().defaultNow(),
    /** Null: not applied yet; `error` says why. Set without an account: an operator dismissed the customer. */
    applied_at: timestampMs(),
    attempts: integer().notNull().default(0),
    error: text(),
  },
  (event) => [
    index('stripe_events_unapplied').on(event.created).where(sql`${event.applied_at} is null`),
    index('stripe_events_account').on(event.account_id, event.created),
    // For the export: events of a customer from before its account was known.
    index('stripe_events_without_account').on(event.customer_id).concurrently().where(sql`${event.account_id} is null`),
  ],
)

/** The last reconcile run, which compares Stripe's events with the applied ones: one row. */
export const stripeReconcile = pgTable('stripe_reconcile', {
  id: boolean().primaryKey().default(true),
  /** Every event that happened before this was applied here. */
  seen_until: timestampMs().notNull(),
  finished_at: timestampMs().notNull(),
  /** Events that had been missed before the last run. */
  missed: integer().notNull(),
  /** Customers that could not be synced in the last run. */
  failed: integer().notNull(),
})
