import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { retryPause } from '../billing/welcome/welcome-mails.store.ts'
import { type StatementMailState, statementMails } from './statement-mails.table.ts'

export type DueMail = typeof statementMails.$inferSelect

/** The number of days in which the API tries to send a mail. */
export const MAIL_DAYS = 14

const isRecent = sql`${statementMails.created_at} > now() - make_interval(days => ${MAIL_DAYS})`

/**
 * Claims one mail; undefined when none is due. The claim is stored before the mail is sent, so that no other instance and no restart sends it
 * again.
 */
export async function claimMail(db: Db): Promise<DueMail | undefined> {
  const due = db
    .select({ kind: statementMails.kind, statement_id: statementMails.statement_id })
    .from(statementMails)
    .where(
      and(
        sql`(${statementMails.state} = 'waiting' or (${statementMails.state} = 'failed' and ${statementMails.changed_at} < now() - ${retryPause(statementMails.attempts)}))`,
        isRecent,
      ),
    )
    .orderBy(statementMails.created_at)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(statementMails)
    .set({ state: 'sending', changed_at: sql`now()`, attempts: sql`${statementMails.attempts} + 1` })
    .where(sql`(${statementMails.kind}, ${statementMails.statement_id}) = ${due}`)
    .returning()
  return claimed
}

/** Records the outcome of a claimed mail. */
export async function recordMail(db: Db, { kind, statement_id }: DueMail, state: StatementMailState): Promise<void> {
  await db
    .update(statementMails)
    .set({ state, changed_at: sql`now()` })
    .where(and(eq(statementMails.kind, kind), eq(statementMails.statement_id, statement_id), eq(statementMails.state, 'sending')))
}

/** Marks mails whose instance ended while it sent them. They may have been sent, so they are not sent again. */
export async function markInterrupted(db: Db): Promise<DueMail[]> {
  return await db
    .update(statementMails)
    .set({ state: 'unknown', changed_at: sql`now()` })
    // A literal, because Postgres uses no partial index for a parameter.
    .where(and(sql`${statementMails.state} = 'sending'`, lt(statementMails.changed_at, sql`now() - interval '10 minutes'`)))
    .returning()
}
