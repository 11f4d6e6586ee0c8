import { sql } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/** The Stripe account and mode that the API last connected with: one row. */
export const stripeConnection = pgTable('stripe_connection', {
  id: boolean().primaryKey().default(true),
  /** The id of the Stripe account, which is the operator's. Null: the key may not read it. */
  merchant_id: text(),
  livemode: boolean().notNull(),
  connected_at: timestampMs().notNull().default(sql`now()`),
})
