import type { Package } from '@academy/catalog'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/** Packages that operators gave to accounts. A grant is never changed or deleted; it can be revoked once, with a reason. */
export const grants = pgTable(
  'grants',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    account_id: uuid().notNull(),
    package: text().$type<Package>().notNull(),
    reason: text().notNull(),
    granted_by: text().notNull(),
    granted_at: timestampMs().notNull().defaultNow(),
    /** When it ends; null: never. */
    expires_at: timestampMs(),
    revoked_at: timestampMs(),
    revoked_by: text(),
    revoke_reason: text(),
  },
  (grant) => [
    index('grants_account').on(grant.account_id),
    // Concurrent grants of the same package: one succeeds.
    uniqueIndex('grants_one_at_a_time').on(grant.account_id, grant.package).where(sql`${grant.revoked_at} is null`),
    check(
      'grants_revoked_by_somebody_for_a_reason',
      sql`num_nulls(${grant.revoked_at}, ${grant.revoked_by}, ${grant.revoke_reason}) in (0, 3)`,
    ),
  ],
)
