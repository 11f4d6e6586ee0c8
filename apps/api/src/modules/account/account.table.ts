import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

type SearchedColumns = Record<'email' | 'first_name' | 'last_name', SQLWrapper>

/** Normalizes email addresses for searches: lower case, in code-point order on every Postgres. */
export const normalizeEmail = (text: SQLWrapper) => sql<string>`lower(${text} collate "pg_c_utf8")`

/** Folds names for searches, as `foldText` does. */
export const foldName = (text: SQLWrapper) => sql<string>`(fold_text(${text}) collate "pg_c_utf8")`

/** The search keys of an account; each has an index. */
export const searchKeys = ({ email, first_name, last_name }: SearchedColumns) => ({
  email: normalizeEmail(email),
  full_name: foldName(sql`(${first_name} || ' ' || ${last_name})`),
  last_name: foldName(last_name),
})

/**
 * One row per user. `account_id` is the user id of the auth provider (see decision 005).
 * `email` is copied from verified tokens for operators. Users and access decisions use the token's email.
 */
export const accounts = pgTable(
  'accounts',
  {
    account_id: uuid().primaryKey(),
    email: text(),
    first_name: text(),
    last_name: text(),
    job_title: text(),
    /** A marketing deal that an operator set. The deal of bundle buyers is computed, not stored. */
    deal: text(),
    /** Set by an operator to hide the bundle. */
    hide_bundle_deal: boolean().notNull().default(false),
    /** When the user first signed in with the confirmed address; null before, and for accounts from before this was recorded. */
    confirmed_at: timestampMs(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (account) => [
    // For prefix searches by email and name, in any case, with paging.
    index('accounts_email').on(searchKeys(account).email, account.account_id),
    index('accounts_folded_full_name').on(searchKeys(account).full_name, account.account_id).concurrently(),
    index('accounts_folded_last_name').on(searchKeys(account).last_name, account.account_id).concurrently(),
    index('accounts_newest').on(account.created_at, account.account_id),
  ],
)
