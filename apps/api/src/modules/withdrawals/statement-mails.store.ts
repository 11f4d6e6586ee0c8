import { and, eq, lt, not, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { retryPause } from '../billing/welcome/welcome-mails.store.ts'
import { hasPurchase } from './has-purchase.ts'
import { type StatementMailState, statementMails } from './statement-mails.table.ts'
import { withdrawals } from './withdrawals.table.ts'

export type DueMail = typeof statementMails.$inferSelect

/** The number of days in which the API tries to send a mail. */
export const MAIL_DAYS = 14

const isRecent = sql`${statementMails.created_at} > now() - make_interval(days => ${MAIL_DAYS})`

/** Queues a notice to the administrator that begins with this statement, unless one waits already: that one counts this statement too. */
export async function queueNotice(db: Db, statement_id: string): Promise<void> {
  await db.execute(sql`
    insert into ${statementMails} (kind, statement_id)
    select 'withdrawal_notice', ${statement_id}::uuid
    where not exists (
      select from ${statementMails}
      where kind = 'withdrawal_notice' and state in ('waiting', 'failed') and ${isRecent}
    )`)
}

/** At most one notice an hour: statements that arrive meanwhile share the next one. */
const isNoticeTooEarly = sql`(${statementMails.kind} = 'withdrawal_notice' and exists (
  select from ${statementMails} earlier
  where earlier.kind = 'withdrawal_notice' and earlier.state in ('sending', 'sent') and earlier.changed_at > now() - interval '1 hour'))`

/** Sorts acknowledgements to addresses without a purchase, which anyone can cause, after all other mails. */
const isLessUrgent = sql`(${statementMails.kind} = 'withdrawal' and not exists (
  select from ${withdrawals} where ${withdrawals.id} = ${statementMails.statement_id} and ${hasPurchase}))`

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
        not(isNoticeTooEarly),
      ),
    )
    .orderBy(isLessUrgent, statementMails.created_at)
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
