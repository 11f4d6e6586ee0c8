import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestampMs } from '../database/timestamp-ms.ts'

/**
 * - `waiting`: not tried yet
 * - `sending`: an instance sends it now
 * - `sent`: the mail server accepted it
 * - `failed`: it was not sent, and is retried until it expires
 * - `unknown`: the response of the mail server was lost, so a second attempt could deliver it twice
 * - `dropped`: it is not sent, because its recipient or its reason no longer exists
 */
export type MailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown' | 'dropped'

/** The outbox: each mail once for its cause. Holds no addresses and no texts: a mail is composed when it is sent. */
export const mails = pgTable(
  'mails',
  {
    /** What the mail says, such as `welcome`. A module declares how its kinds are composed. */
    kind: text().notNull(),
    /** The id of the cause, such as a checkout. A second mail of this kind with the same key is never queued. */
    key: text().notNull(),
    state: text().$type<MailState>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Mails with lower numbers are sent first. */
    priority: integer().notNull().default(0),
    created_at: timestampMs().notNull().defaultNow(),
    /** When the state last changed. */
    changed_at: timestampMs().notNull().defaultNow(),
    /** When the next attempt is due. While an instance sends the mail: when that instance is taken for dead. */
    due_at: timestampMs().notNull().defaultNow(),
    /** No attempt begins after this. */
    expires_at: timestampMs().notNull(),
  },
  (mail) => [
    primaryKey({ columns: [mail.kind, mail.key] }),
    index('mails_due').on(mail.priority, mail.due_at).where(sql`${mail.state} in ('waiting', 'sending', 'failed')`),
  ],
)
