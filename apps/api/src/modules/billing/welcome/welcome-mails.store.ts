import { and, eq, gt, isNull, lt, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { checkouts, type WelcomeMail } from '../checkouts.table.ts'
import { purchases } from '../purchases.table.ts'
import { isFromConnectedStripe } from '../stripe-origin.ts'

/** Days after a purchase in which its mail is tried. Later it would only confuse. */
export const WELCOME_DAYS = 3

export type DueWelcome = Pick<
  typeof checkouts.$inferSelect,
  'session_id' | 'account_id' | 'offer' | 'currency' | 'settled_at' | 'access_consent_id' | 'welcome_mail_attempts'
>

/** The condition of the index `checkouts_to_welcome`. Literals, because Postgres uses no partial index for parameters. */
const isUnsent = sql`${checkouts.status} = 'paid' and ${checkouts.welcome_mail} is distinct from 'sent'`

const isRecent = gt(checkouts.settled_at, sql`now() - make_interval(days => ${WELCOME_DAYS})`)

/** SQL: the pause before the next attempt to send a mail: a minute, doubled each time, an hour at most. */
export const retryPause = (attempts: SQLWrapper) =>
  sql`least(interval '1 hour', interval '1 minute' * power(2, least(${attempts}, 10) - 1))`

/**
 * Claims the welcome mail of one paid checkout; undefined when none is due. Money that went back is not welcomed. The claim is stored before the
 * mail is sent, so that no other instance and no restart sends it again.
 */
export async function claimWelcome(db: Db): Promise<DueWelcome | undefined> {
  const due = db
    .select({ session_id: checkouts.session_id })
    .from(checkouts)
    .where(
      and(
        isUnsent,
        isRecent,
        isFromConnectedStripe(checkouts),
        or(
          isNull(checkouts.welcome_mail),
          and(
            eq(checkouts.welcome_mail, 'failed'),
            lt(checkouts.welcome_mail_at, sql`now() - ${retryPause(checkouts.welcome_mail_attempts)}`),
          ),
        ),
        sql`not exists (select from ${purchases} where ${purchases.id} = ${checkouts.session_id}
          and coalesce(${purchases.refunded_at}, ${purchases.revoked_at}, ${purchases.refund_requested_at}) is not null)`,
      ),
    )
    .orderBy(checkouts.settled_at)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(checkouts)
    .set({ welcome_mail: 'sending', welcome_mail_at: sql`now()`, welcome_mail_attempts: sql`${checkouts.welcome_mail_attempts} + 1` })
    .where(eq(checkouts.session_id, due))
    .returning()
  return claimed
}

/** Records what became of a claimed mail. */
export async function recordWelcome(db: Db, session_id: string, state: WelcomeMail): Promise<void> {
  await db
    .update(checkouts)
    .set({ welcome_mail: state, welcome_mail_at: sql`now()` })
    .where(and(eq(checkouts.session_id, session_id), eq(checkouts.welcome_mail, 'sending')))
}

/** Marks mails whose instance ended while it sent them. They may have been sent, so they are not sent again. */
export async function markInterrupted(db: Db): Promise<{ session_id: string; account_id: string }[]> {
  const interrupted = sql`now() - interval '10 minutes'`
  return await db
    .update(checkouts)
    .set({ welcome_mail: 'unknown', welcome_mail_at: sql`now()` })
    .where(
      and(
        isUnsent,
        eq(checkouts.welcome_mail, 'sending'),
        gt(checkouts.settled_at, sql`now() - make_interval(days => ${WELCOME_DAYS + 1})`),
        lt(checkouts.welcome_mail_at, interrupted),
      ),
    )
    .returning({ session_id: checkouts.session_id, account_id: checkouts.account_id })
}
