import { OFFERS } from '@academy/catalog'
import { and, asc, eq, gt, inArray, isNotNull, isNull, max, notInArray, sql } from 'drizzle-orm'
import { hasEmail } from '../../database/has-email.ts'
import type { Db } from '../../database/open-database.ts'
import { mails } from '../../mail/mails.table.ts'
import { queueMail } from '../../mail/outbox.store.ts'
import { auditLog } from '../billing/facts/audit-log.table.ts'
import { type ConfirmedStudio, cancellations } from '../billing/facts/cancellations.table.ts'
import { isFromConnectedStripe, mayCharge } from '../billing/facts/stripe-origin.ts'
import { NOT_RUNNING, subscriptions } from '../billing/facts/subscriptions.table.ts'
import { MAIL_DAYS } from './statement-mails.store.ts'

export type Cancellation = typeof cancellations.$inferSelect

/** How long a link is valid after its mail was sent, in hours. */
export const LINK_HOURS = 24

/** The most links that the API sends to an account within a day. More would flood a mailbox. */
const LINKS_PER_DAY = 5

const isRunning = and(notInArray(subscriptions.status, [...NOT_RUNNING]), isNull(subscriptions.revoked_at))
const isRunningStudio = and(isRunning, isFromConnectedStripe(subscriptions))

/**
 * Stores a cancellation request for each account that has this address and a running Studio, and queues the email with its link. Runs the same
 * SQL for every address, so that its duration reveals nothing.
 */
export async function requestCancellation(db: Db, email: string): Promise<void> {
  await db.execute(sql`
    with eligible as (
      select account_id from accounts
      where ${hasEmail(email)}
        and exists (select from ${subscriptions} where ${subscriptions.account_id} = accounts.account_id and ${isRunningStudio})
        and ${LINKS_PER_DAY}::int > (
          select count(*) from ${cancellations}
          where ${cancellations.account_id} = accounts.account_id and ${cancellations.requested_at} > now() - interval '1 day'
        )
    ), unused as (
      delete from ${cancellations} where confirmed_at is null and requested_at < now() - interval '30 days'
    ), created as (
      insert into ${cancellations} (account_id, email, expires_at)
      select account_id, ${email}, now() + make_interval(hours => ${LINK_HOURS}::int) from eligible
      returning id
    )
    insert into ${mails} (kind, key, expires_at)
    select 'cancellation_link', id, now() + make_interval(days => ${MAIL_DAYS}::int) from created`)
}

/** The condition that no newer request of the account replaces a request. */
const isNewest = sql`not exists (
  select from ${cancellations} newer where newer.account_id = ${cancellations.account_id}
  and (newer.requested_at, newer.id) > (${cancellations.requested_at}, ${cancellations.id}))`

const isWaiting = and(isNull(cancellations.confirmed_at), isNewest)
const isUsable = and(isWaiting, gt(cancellations.expires_at, sql`now()`))

/**
 * Stores the hashed token of a link before the link is mailed. Its hours begin here, because the mail server may have been down. Returns false
 * if the request was confirmed, or a newer one replaces it.
 */
export async function saveToken(db: Db, id: string, token_hash: string): Promise<boolean> {
  const saved = await db
    .update(cancellations)
    .set({ token_hash, expires_at: sql`now() + make_interval(hours => ${LINK_HOURS}::int)` })
    .where(and(eq(cancellations.id, id), isWaiting))
    .returning({ id: cancellations.id })
  return saved.length > 0
}

export async function findCancellation(db: Db, id: string): Promise<Cancellation | undefined> {
  const [cancellation] = await db.select().from(cancellations).where(eq(cancellations.id, id))
  return cancellation
}

/** Returns the request of a link that is valid or was used; undefined for an unknown, expired or replaced one. */
export async function findByToken(db: Db, token_hash: string): Promise<Cancellation | undefined> {
  const [cancellation] = await db
    .select()
    .from(cancellations)
    .where(and(eq(cancellations.token_hash, token_hash), sql`(${cancellations.confirmed_at} is not null or ${isUsable})`))
  return cancellation
}

/** The end of the period of a subscription, or its earlier scheduled end. */
const endOfPeriod = sql`least(${subscriptions.cancel_at}, ${subscriptions.current_period_end})`

/** The running Studios of the account of a request. Includes those at another Stripe account: the request stays open until the API reaches them again. */
const studiosOfAccount = sql`${subscriptions.account_id} = ${cancellations.account_id} and ${isRunning} and ${mayCharge(subscriptions)}`

/** The Studios that a request cancels. */
const confirmedStudios = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', ${subscriptions.id}, 'ends_at', ${endOfPeriod}, 'outcome', null)), '[]')
  from ${subscriptions} where ${studiosOfAccount})`

/**
 * Confirms the request of a link and returns it. Stores the Studios that it cancels, also those at another Stripe account, and their latest end.
 * Returns undefined if the link was used before, or is not valid.
 */
export async function confirmByToken(db: Db, token_hash: string): Promise<Cancellation | undefined> {
  const latestEnd = sql`(select max(${endOfPeriod}) from ${subscriptions} where ${studiosOfAccount})`
  const [confirmed] = await db
    .update(cancellations)
    .set({ confirmed_at: sql`now()`, attempted_at: sql`now()`, ends_at: latestEnd, studios: confirmedStudios })
    .where(and(eq(cancellations.token_hash, token_hash), isUsable))
    .returning()
  return confirmed
}

/** Claims a confirmed request that is not complete at Stripe, at the earliest one minute after the previous attempt. */
export async function claimUnfinished(db: Db): Promise<Cancellation | undefined> {
  const due = db
    .select({ id: cancellations.id })
    .from(cancellations)
    .where(
      and(
        isNotNull(cancellations.confirmed_at),
        isNull(cancellations.cancelled_at),
        sql`${cancellations.attempted_at} < now() - interval '1 minute'`,
      ),
    )
    .orderBy(cancellations.attempted_at)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db.update(cancellations).set({ attempted_at: sql`now()` }).where(eq(cancellations.id, due)).returning()
  return claimed
}

/** Records the outcome of one Studio, and leaves those that another attempt recorded meanwhile. */
export async function saveOutcome(db: Db, id: string, studio: Pick<ConfirmedStudio, 'id' | 'outcome'>): Promise<void> {
  const studios = sql`(
    select jsonb_agg(case when studio ->> 'id' = ${studio.id} then studio || ${JSON.stringify(studio)}::jsonb else studio end)
    from jsonb_array_elements(${cancellations.studios}) studio)`
  await db.update(cancellations).set({ studios }).where(eq(cancellations.id, id))
}

/** Records why an attempt failed. */
export async function saveError(db: Db, id: string, error: string): Promise<void> {
  await db.update(cancellations).set({ error }).where(eq(cancellations.id, id))
}

/**
 * Loads the running subscriptions of an account: not ended, not incomplete, not revoked. `is_cancelled` says that one ends with its period at the
 * latest, `is_unpaid` that Stripe may still charge that period.
 */
export async function runningStudios(db: Db, account_id: string) {
  const running = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.account_id, account_id), isRunningStudio))
    .orderBy(asc(subscriptions.started_at))
  return running.map(({ offer, cancel_at, current_period_end, payment }) => {
    // An operator may have set an end beyond the period; until then the Studio renews.
    const isCancelled = cancel_at !== null && (current_period_end === null || cancel_at <= current_period_end)
    const ends_at = isCancelled ? cancel_at : current_period_end
    return { title: OFFERS[offer].title, ends_at, is_cancelled: isCancelled, is_unpaid: payment !== 'settled' }
  })
}

/** Returns the customers of those subscriptions that the connected Stripe account knows, by the ids of the subscriptions. */
export async function reachableCustomers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const reachable = await db
    .select({ id: subscriptions.id, customer_id: subscriptions.customer_id })
    .from(subscriptions)
    .where(and(inArray(subscriptions.id, [...ids]), isFromConnectedStripe(subscriptions)))
  return new Map(reachable.map(({ id, customer_id }) => [id, customer_id]))
}

/** Returns the latest end of these subscriptions; null if all have ended. */
export async function lastEnd(db: Db, ids: readonly string[]): Promise<Date | null> {
  const [last] = await db
    .select({ ends_at: max(endOfPeriod).mapWith(subscriptions.cancel_at) })
    .from(subscriptions)
    .where(and(inArray(subscriptions.id, [...ids]), isRunning))
  return last?.ends_at ?? null
}

/** Records once that a cancellation is complete at Stripe, with the audit entry and the mail that confirms it. */
export async function finishCancellation(
  db: Db,
  { id, account_id, studios }: Cancellation,
  { ends_at, is_renewal_undone }: Pick<Cancellation, 'ends_at' | 'is_renewal_undone'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const finished = await tx
      .update(cancellations)
      .set({ cancelled_at: sql`now()`, ends_at, is_renewal_undone, error: null })
      .where(and(eq(cancellations.id, id), isNull(cancellations.cancelled_at)))
      .returning({ id: cancellations.id })
    if (finished.length === 0) return
    await tx.insert(auditLog).values({
      who: 'the user',
      what: 'cancel_studio',
      account_id,
      reason: 'the user confirmed the mailed link',
      details: { subscriptions: (studios ?? []).map((studio) => studio.id).join(', ') },
    })
    await queueMail(tx, { kind: 'cancellation', key: id, days: MAIL_DAYS })
  })
}
