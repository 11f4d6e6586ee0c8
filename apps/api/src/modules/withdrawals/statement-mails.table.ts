import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/**
 * The mails of the version before the outbox (`mails`), with ids of withdrawals and cancellations. A running instance of that version may still
 * add some; the outbox takes them over.
 */
export const statementMails = pgTable(
  'statement_mails',
  {
    kind: text().notNull(),
    /** The id of the withdrawal or the cancellation. */
    statement_id: uuid().notNull(),
    state: text().notNull().default('waiting'),
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
