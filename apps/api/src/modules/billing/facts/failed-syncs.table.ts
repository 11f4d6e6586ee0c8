import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/**
 * Customers whose last sync with Stripe failed. A sync that succeeds deletes the row. The table, its index and `next_look_at` keep their first
 * names, because migrations only add (`drizzle/README.md`).
 */
export const failedSyncs = pgTable(
  'failed_looks',
  {
    customer_id: text().primaryKey(),
    /** Null: the customer belongs to no account. */
    account_id: uuid(),
    first_failed_at: timestampMs().notNull().defaultNow(),
    last_failed_at: timestampMs().notNull().defaultNow(),
    /** Whether that is why the sync failed. */
    unmatched: boolean().notNull().default(false),
    error: text().notNull(),
    /** When reconciling retries; null: never. */
    next_retry_at: timestampMs('next_look_at').defaultNow(),
    /** When an operator dismissed the customer. The row stays, so that later events raise no alert. */
    dismissed_at: timestampMs(),
  },
  (failed) => [index('failed_looks_due').on(failed.next_retry_at), index('failed_looks_account').on(failed.account_id).concurrently()],
)
