import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
    stripe_customer_id: text().unique(),
    deal: text(),
    hide_bundle_deal: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (account) => [
    // Operators look people up by their address, in whatever case.
    index('accounts_email').on(sql`lower(${account.email})`),
  ],
)
