import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** One row for each `Idempotency-Key` of the last day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A digest of the account and its key. */
    id: text().primaryKey(),
    /** Null for requests without an account. */
    account_id: uuid(),
    /** A digest of method, URL and body. */
    fingerprint: text().notNull(),
    /** The encrypted response; null until the first request has one. */
    response: text(),
    created_at: timestampMs().notNull().defaultNow(),
  },
  (key) => [index('idempotency_keys_account').on(key.account_id, key.created_at), index('idempotency_keys_age').on(key.created_at)],
)
