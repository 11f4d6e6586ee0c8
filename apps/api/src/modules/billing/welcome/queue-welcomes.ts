import { sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { mails } from '../../../mail/mails.table.ts'
import { checkouts, WELCOME } from '../facts/checkouts.table.ts'
import { purchases } from '../facts/purchases.table.ts'
import { isFromConnectedStripe } from '../facts/stripe-origin.ts'

/** Days after a purchase in which its mail is tried. Later it would only confuse. */
export const WELCOME_DAYS = 3

/** Sent after mails for which a user waits, because each one waits for Stripe. */
const PRIORITY = 1

/**
 * Queues the welcome mail of each checkout that was paid in the last days, once: the checkout is marked in the same statement. Money that went
 * back is not welcomed. Takes over the mails that the version before the outbox left: failed ones, and those of instances that ended.
 */
export async function queueWelcomes(db: Db): Promise<void> {
  await db.execute(sql`
    with due as (
      select session_id, settled_at, welcome_mail, welcome_mail_attempts from ${checkouts}
      where status = 'paid' and welcome_mail is distinct from 'sent' and ${isFromConnectedStripe(checkouts)}
        and settled_at > now() - make_interval(days => ${WELCOME_DAYS}::int)
        and (welcome_mail is null or welcome_mail = 'failed' or (welcome_mail = 'sending' and welcome_mail_at < now() - interval '10 minutes'))
        and not exists (select from ${purchases} where id = session_id and coalesce(refunded_at, revoked_at, refund_requested_at) is not null)
      for update skip locked
    ), marked as (
      update ${checkouts} set welcome_mail = 'queued' from due where ${checkouts.session_id} = due.session_id
    )
    insert into ${mails} (kind, key, state, attempts, priority, expires_at)
    select ${WELCOME}, session_id, coalesce(welcome_mail, 'waiting'), welcome_mail_attempts, ${PRIORITY}::int,
      settled_at + make_interval(days => ${WELCOME_DAYS}::int)
    from due on conflict do nothing`)
}
