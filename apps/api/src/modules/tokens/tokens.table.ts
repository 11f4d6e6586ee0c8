import type { TokenScope } from '@academy/contract/token-scopes'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** Personal access tokens, and programs that users connected. Expired and revoked ones stay for a while, so that a client gets a precise error. */
export const personalAccessTokens = pgTable(
  'personal_access_tokens',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    account_id: uuid().notNull(),
    name: text().notNull(),
    /** SHA-256 of the token, in base64url. The token itself is stored nowhere. */
    token_hash: text().notNull().unique('personal_access_tokens_hash'),
    /** The first characters of the token, by which its owner recognizes it; empty for a program, which has tokens of its own. */
    prefix: text().notNull(),
    /** The host that a connected program is known by, or `''` for one that no host vouches for; null for a token that the user holds. */
    program: text(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    created_at: timestampMs().notNull().defaultNow(),
    expires_at: timestampMs().notNull(),
    /** Exact to a minute; null if it was never used. */
    last_used_at: timestampMs(),
    revoked_at: timestampMs(),
  },
  (token) => [index('personal_access_tokens_account').on(token.account_id)],
)
