import { type SQL, sql } from 'drizzle-orm'

/** The condition that an account has this email address, in any case. */
export const hasEmail = (email: string | SQL): SQL =>
  sql`lower(accounts.email collate "pg_c_utf8") = lower(${email}::text collate "pg_c_utf8")`

/** The id of the only account with this email address, in any case; null for none and for several. */
export const accountWithEmail = (email: string | SQL): SQL =>
  sql`(select min(account_id::text)::uuid from accounts where ${hasEmail(email)} having count(*) = 1)`
