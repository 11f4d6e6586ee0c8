import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/open-database.ts'
import { type MailState, mails } from './mails.table.ts'

export type Mail = typeof mails.$inferSelect

/** SQL: the pause before the next attempt to send a mail: a minute, doubled each time, an hour at most. */
const retryPause = sql`least(interval '1 hour', interval '1 minute' * power(2, least(${mails.attempts}, 10) - 1))`

type NewMail = Pick<Mail, 'kind' | 'key'> & {
  /** The number of days in which the API tries to send it. */
  days: number
  priority?: number | SQL
}

/** Queues a mail, once for its kind and key. In the transaction of its cause, so that both are stored or neither. */
export async function queueMail(db: Db, { kind, key, days, priority = 0 }: NewMail): Promise<void> {
  await db
    .insert(mails)
    .values({ kind, key, priority, expires_at: sql`now() + make_interval(days => ${days}::int)` })
    .onConflictDoNothing()
}

/**
 * Claims one mail of these kinds; undefined when none is due. The claim is stored before the mail is sent, so that no other instance and no
 * restart sends it again. The states are literals, because Postgres uses no partial index for parameters.
 */
export async function claimMail(db: Db, kinds: readonly string[]): Promise<Mail | undefined> {
  const [claimed] = await db
    .update(mails)
    .set({
      state: 'sending',
      attempts: sql`${mails.attempts} + 1`,
      changed_at: sql`now()`,
      due_at: sql`now() + interval '10 minutes'`,
    })
    .where(sql`(kind, key) = (
      select kind, key from mails
      where state in ('waiting', 'failed') and due_at <= now() + interval '1 millisecond' and expires_at > now() and kind in ${kinds}
      order by priority, due_at limit 1 for update skip locked)`)
    .returning()
  return claimed
}

/** Records the outcome of a claimed mail, and when the next attempt is due if not after a pause. Returns whether it failed for the last time. */
export async function recordMail(db: Db, { kind, key }: Mail, state: MailState, dueAt?: Date): Promise<boolean> {
  const [recorded] = await db
    .update(mails)
    .set({ state, changed_at: sql`now()`, due_at: dueAt ?? sql`now() + ${retryPause}` })
    .where(and(eq(mails.kind, kind), eq(mails.key, key), eq(mails.state, 'sending')))
    .returning()
  return recorded?.state === 'failed' && recorded.due_at >= recorded.expires_at
}

/** Marks mails whose instance ended while it sent them. They may have been sent, so they are not sent again. */
export async function markInterrupted(db: Db): Promise<Mail[]> {
  return await db
    .update(mails)
    .set({ state: 'unknown', changed_at: sql`now()` })
    .where(sql`state = 'sending' and due_at <= now()`)
    .returning()
}
