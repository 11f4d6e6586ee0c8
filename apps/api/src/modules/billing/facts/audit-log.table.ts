import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/** The actions of operators, users and the academy itself that the audit log records. */
export type AuditedAct =
  | 'grant'
  | 'revoke'
  | 'hide_bundle_deal'
  | 'show_bundle_deal'
  | 'end_studio'
  | 'stripe_sync'
  | 'dismiss_customer'
  | 'content_sync'
  | 'content_confirm'
  | 'erase_account'
  | 'lock_account'
  | 'unlock_account'
  | 'request_refund'
  | 'refuse_refund'
  | 'revoke_certificate'
  | 'create_token'
  | 'revoke_token'
  | 'cancel_studio'
  | 'settle_withdrawal'
  | 'change_webhook'
  | 'claim_seat'
  | 'leave_seat'
  | 'take_back_seat'
  | 'name_seat_owner'

/**
 * Who changed the access of an account, and why. Each change writes one row in its own transaction. Other actions of the administrator are
 * rows as well. The database refuses to change or delete a row.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    at: timestampMs().notNull().defaultNow(),
    /** An operator, by name or address; `the user`; or `the academy`. Older rows say `the buyer` or `the account itself` for the user. */
    who: text().notNull(),
    what: text().$type<AuditedAct>().notNull(),
    /** The account whose access changed; the operator's own where it concerned no account. */
    account_id: uuid().notNull(),
    reason: text().notNull(),
    /** The details of the action: for a grant its id, package and end. */
    details: jsonb().$type<Record<string, string | null>>().notNull(),
  },
  (entry) => [index('audit_log_account').on(entry.account_id, entry.at)],
)
