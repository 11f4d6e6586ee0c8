import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/**
 * Accounts that were erased: an id that names nobody any more, so that neither a token that still holds nor a late webhook brings the
 * account back. The database refuses rows of these accounts where erasure deleted theirs.
 */
export const erasedAccounts = pgTable(
  'erased_accounts',
  {
    account_id: uuid().primaryKey(),
    erased_at: timestampMs().notNull().defaultNow(),
    /** Who asked: the account itself, or an operator. */
    asked_by: text().$type<'account' | 'operator'>().notNull(),
    /** When the auth provider forgot them too; null: it has to be asked again. */
    sign_in_deleted_at: timestampMs(),
  },
  (erased) => [index('erased_accounts_newest').on(erased.erased_at)],
)
