import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** Customers whose last sync with Stripe failed. A sync that succeeds deletes the row. */
export const failedLooks = pgTable(
  'failed_looks',
  {
    customer_id: text().primaryKey(),
    /** Null: no account pays as this customer. */
    account_id: uuid(),
    first_failed_at: timestampMs().notNull().defaultNow(),
    last_failed_at: timestampMs().notNull().defaultNow(),
    /** Whether Stripe answered, and the customer belongs to no account. */
    unmatched: boolean().notNull().default(false),
    error: text().notNull(),
    /** From when on reconciling looks again; null: not by itself any more. */
    next_look_at: timestampMs().defaultNow(),
    /** When an operator said that the customer is none of the academy's. The row stays, so that this is remembered. */
    dismissed_at: timestampMs(),
  },
  (look) => [index('failed_looks_due').on(look.next_look_at)],
)
