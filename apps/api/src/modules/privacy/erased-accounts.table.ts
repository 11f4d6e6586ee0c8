import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/**
 * Ids of erased accounts, so that neither a valid token nor a late webhook creates the account again. The database refuses new rows of
 * these accounts in tables that erasure empties.
 */
export const erasedAccounts = pgTable(
  'erased_accounts',
  {
    account_id: uuid().primaryKey(),
    erased_at: timestampMs().notNull().defaultNow(),
    /** Who requested it: the user (`account`), or an operator. */
    asked_by: text().$type<'account' | 'operator'>().notNull(),
    /** When the auth provider deleted the user; null: the deletion still has to succeed. */
    sign_in_deleted_at: timestampMs(),
  },
  (erased) => [
    index('erased_accounts_newest').on(erased.erased_at),
    index('erased_accounts_unfinished').on(erased.erased_at).concurrently().where(sql`${erased.sign_in_deleted_at} is null`),
  ],
)
