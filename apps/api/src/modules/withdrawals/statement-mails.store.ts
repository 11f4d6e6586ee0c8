import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { mails } from '../../mail/mails.table.ts'
import { queueMail } from '../../mail/outbox.store.ts'
import { hasPurchase } from './has-purchase.ts'
import { statementMails } from './statement-mails.table.ts'
import { withdrawals } from './withdrawals.table.ts'

/** The number of days in which the API tries to send a mail. */
export const MAIL_DAYS = 14

/** SQL: sends acknowledgements to addresses without a purchase, which anyone can cause, after all other mails. */
const priorityOf = (id: SQL) => sql`(select case when ${hasPurchase} then 0 else 2 end from ${withdrawals} where id = ${id})`

/** Queues the mail that acknowledges a statement. */
export async function queueAcknowledgement(db: Db, id: string): Promise<void> {
  await queueMail(db, { kind: 'withdrawal', key: id, days: MAIL_DAYS, priority: priorityOf(sql`${id}::uuid`) })
}

/**
 * Queues a notice to the administrator that begins with this statement, unless one waits already: that one counts this statement too. It is due
 * an hour after the previous one at the earliest.
 */
export async function queueNotice(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    insert into ${mails} (kind, key, due_at, expires_at)
    select 'withdrawal_notice', ${id}, greatest(now(), max(changed_at) filter (where state in ('sending', 'sent')) + interval '1 hour'),
      now() + make_interval(days => ${MAIL_DAYS}::int)
    from ${mails} where kind = 'withdrawal_notice'
    having count(*) filter (where state in ('waiting', 'failed') and expires_at > now()) = 0
    on conflict do nothing`)
}

/** Moves mails that the version before the outbox queued or sent, but those that an instance of it may be sending, into the outbox. */
export async function moveStatementMails(db: Db): Promise<void> {
  await db.execute(sql`
    with moved as (
      delete from ${statementMails} where (kind, statement_id) in (
        select kind, statement_id from ${statementMails}
        where state <> 'sending' or changed_at < now() - interval '10 minutes'
        limit 1000 for update skip locked)
      returning *
    )
    insert into ${mails} (kind, key, state, attempts, priority, created_at, changed_at, due_at, expires_at)
    select kind, statement_id, state, attempts, coalesce(case when kind = 'withdrawal' then ${priorityOf(sql`statement_id`)} end, 0),
      created_at, changed_at, now(), created_at + make_interval(days => ${MAIL_DAYS}::int)
    from moved on conflict do nothing`)
}
