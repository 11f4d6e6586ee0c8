import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/**
 * - `withdrawal`: acknowledges a statement of withdrawal
 * - `withdrawal_notice`: informs the administrator about this withdrawal and those since
 * - `cancellation_link`: contains the link that cancels the Studio
 * - `cancellation`: confirms that the Studio was cancelled
 */
type StatementMailKind = 'withdrawal' | 'withdrawal_notice' | 'cancellation_link' | 'cancellation'

/**
 * - `waiting`: not tried yet
 * - `sending`: an instance sends it now
 * - `sent`: the mail server accepted it
 * - `failed`: it was not sent, and is retried
 * - `unknown`: the response of the mail server was lost, so a second attempt could deliver it twice
 * - `dropped`: it is not sent, because its recipient or its reason no longer exists
 */
export type StatementMailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown' | 'dropped'

/** Mails about withdrawals and cancellations, at most one of each kind for each of them; a withdrawal without one is over a daily limit. Their texts are composed when they are sent. */
export const statementMails = pgTable(
  'statement_mails',
  {
    kind: text().$type<StatementMailKind>().notNull(),
    /** The id of the withdrawal or the cancellation. */
    statement_id: uuid().notNull(),
    state: text().$type<StatementMailState>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    created_at: timestampMs().notNull().defaultNow(),
    /** When the state last changed. */
    changed_at: timestampMs().notNull().defaultNow(),
  },
  (mail) => [
    primaryKey({ columns: [mail.statement_id, mail.kind] }),
    index('statement_mails_due').on(mail.created_at).where(sql`${mail.state} in ('waiting', 'sending', 'failed')`),
  ],
)
