import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** What the authorization server stores: requests of programs for access, codes, tokens, grants and registered programs. */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    /** SHA-256 of the kind and the id, because the id of a code or token is its text. */
    id_hash: text().primaryKey(),
    /** The name of the provider's model, such as `RefreshToken`. */
    kind: text().notNull(),
    /** What the provider stores, without the id. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The access token of the list that the user granted, whose revocation ends this record. */
    grant_id: uuid(),
    account_id: uuid(),
    created_at: timestampMs().notNull().defaultNow(),
    expires_at: timestampMs().notNull(),
    /** When a code, a refresh token or a decision was used. */
    consumed_at: timestampMs(),
  },
  (record) => [
    index('oauth_records_account').on(record.account_id),
    index('oauth_records_grant').on(record.grant_id),
    index('oauth_records_expiry').on(record.expires_at),
  ],
)
