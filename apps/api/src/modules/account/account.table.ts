import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

type Named = Record<'email' | 'first_name' | 'last_name', SQLWrapper>

/** Text as it is searched: in lower case, in the order of its characters, the same on every Postgres. */
export const searched = (text: SQLWrapper) => sql<string>`lower(${text} collate "pg_c_utf8")`

/** What people are looked up by; each has an index. */
export const searchKeys = ({ email, first_name, last_name }: Named) => ({
  email: searched(email),
  full_name: searched(sql`(${first_name} || ' ' || ${last_name})`),
  last_name: searched(last_name),
})

/**
 * One row per person. `account_id` is the user id of the auth provider (see decision 005).
 * `email` is copied from verified tokens for operators; what people see and what is decided comes from the token (D-108).
 */
export const accounts = pgTable(
  'accounts',
  {
    account_id: uuid().primaryKey(),
    email: text(),
    first_name: text(),
    last_name: text(),
    job_title: text(),
    /** A marketing deal that an operator gave them; the bundle is one without being written here. */
    deal: text(),
    /** Set by an operator: the bundle is not offered to them (D-103). */
    hide_bundle_deal: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (account) => [
    // Operators look people up by how their address or name begins, in whatever case, and page through what they find.
    index('accounts_email').on(searchKeys(account).email, account.account_id),
    index('accounts_full_name').on(searchKeys(account).full_name, account.account_id),
    index('accounts_last_name').on(searchKeys(account).last_name, account.account_id),
    index('accounts_newest').on(account.created_at, account.account_id),
  ],
)
