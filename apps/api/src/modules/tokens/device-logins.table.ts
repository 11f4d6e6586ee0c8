import type { TokenScope } from '@academy/contract/token-scopes'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** Requests of programs for a token. A row is deleted when the program gets its token, and after it expired. */
export const deviceLogins = pgTable(
  'device_logins',
  {
    /** SHA-256 of the code that the program keeps. */
    device_code_hash: text().primaryKey(),
    /** SHA-256 of the code that the user sees. */
    user_code_hash: text().notNull().unique('device_logins_user_code'),
    name: text().notNull(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    /** The address and the program of the request, which the user sees before the decision. */
    ip: text().notNull(),
    user_agent: text().notNull(),
    created_at: timestampMs().notNull().defaultNow(),
    expires_at: timestampMs().notNull(),
    decision: text().$type<'approved' | 'denied'>(),
    /** The account of the user who decided. */
    account_id: uuid(),
  },
  (login) => [index('device_logins_account').on(login.account_id), index('device_logins_expiry').on(login.expires_at)],
)
