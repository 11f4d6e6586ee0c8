import { and, eq, type SQL, sql } from 'drizzle-orm'
import { LOCKS } from '../../database/locks.ts'
import type { Db } from '../../database/open-database.ts'
import { queueMail } from '../../mail/outbox.store.ts'
import { webhookAttempts, webhookEndpoints } from './webhooks.table.ts'

/** The pauses, in minutes, after each failed attempt but the last: eight attempts over three days. */
const RETRY_MINUTES = [1, 10, 60, 5 * 60, 12 * 60, 24 * 60, 30 * 60] as const

/** The status with which a program says that it wants no more events. */
const GONE = 410

/** The kind of the mail about a webhook that the academy paused. Its key is the id of the last attempt. */
export const PAUSED_MAIL = 'webhook_paused'
const PAUSED_MAIL_DAYS = 3

/** Finds the endpoint that an attempt paused, and what the program responded; undefined if it is no longer paused. */
export async function findPaused(db: Db, attemptId: string) {
  const [paused] = await db
    .select({ url: webhookEndpoints.url, status: webhookAttempts.status, failure: webhookAttempts.failure })
    .from(webhookAttempts)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookAttempts.endpoint_id))
    .where(and(eq(webhookAttempts.id, attemptId), eq(webhookEndpoints.paused_by, 'academy')))
  return paused
}

/** An event that an instance sends now, with what it needs of the endpoint. */
export type ClaimedEvent = {
  endpoint_id: string
  claim: string
  url: string
  secret_version: number
  /** Whether the secret before this one signs as well. */
  is_rotating: boolean
  /** How often this event failed. */
  attempts: number
  event_id: string
  position: number
  type: string
  account_id: string
  recorded_at: string
  data: Record<string, unknown>
}

/** How a program responded to an event. `failure` is null if it accepted the event. */
export type Outcome = { status: number | null; failure: string | null; milliseconds: number }

/**
 * SQL: an event of the type `wanted.type` comes after the place of an endpoint. Written as a range of the index by type and position, which an order by
 * both uses: by position alone, Postgres would read the events of all types.
 */
export const isAfter = (endpoint: 'due' | 'webhook_endpoints'): SQL =>
  sql`(type, position) > (wanted.type, ${sql.identifier(endpoint)}.position) and type <= wanted.type`

/** Numbers the events whose transactions have ended, in the order in which they were recorded. */
export async function numberEvents(db: Db): Promise<void> {
  const [pending] = await db.execute(sql`select exists (select from webhook_events where position is null) as pending`)
  if (!pending?.pending) return
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.webhookEvents[0]}, ${LOCKS.webhookEvents[1]})`)
    // Endpoints remember numbers whose events are no longer kept.
    await tx.execute(sql`
      with last as (
        select greatest(
          (select coalesce(max(position), 0) from webhook_events), (select coalesce(max(position), 0) from webhook_endpoints)
        ) as position
      ), numbered as (
        select id, last.position + row_number() over (order by recorded_at, id) as position
        from webhook_events, last where webhook_events.position is null
      )
      update webhook_events set position = numbered.position from numbered where webhook_events.id = numbered.id`)
  })
}

/**
 * Claims the next event of an endpoint, or of any endpoint whose event is due; undefined if there is none. While an instance has the claim, no
 * other sends to this endpoint. After a minute that instance is taken for dead. The millisecond is there because `due_at` is rounded, also up.
 * Materialized, because a join may read a subquery once for each endpoint, and each time it would find and claim another one.
 */
export async function claimEvent(db: Db, endpointId?: string): Promise<ClaimedEvent | undefined> {
  const [claimed] = await db.execute<ClaimedEvent>(sql`
    with event as materialized (
      select due.id as endpoint_id, next.* from webhook_endpoints as due cross join lateral (
        select of_type.* from unnest(due.events) as wanted (type) cross join lateral (
          select id as event_id, position, type, account_id, recorded_at, data from webhook_events
          where ${isAfter('due')} order by type, position limit 1
        ) as of_type order by of_type.position limit 1
      ) as next
      where due.paused_at is null and due.due_at <= now() + interval '1 millisecond' ${endpointId === undefined ? sql`` : sql`and due.id = ${endpointId}`}
      order by due.due_at limit 1 for update of due skip locked
    )
    update webhook_endpoints as endpoint set claim = gen_random_uuid(), due_at = now() + interval '1 minute'
    from event where endpoint.id = event.endpoint_id
    returning endpoint.claim, endpoint.url, endpoint.secret_version, endpoint.attempts,
      coalesce(endpoint.rotated_at > now() - interval '1 day', false) as is_rotating, event.endpoint_id, event.event_id,
      event.position::float8 as position, event.type, event.account_id, event.data,
      to_char(event.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recorded_at`)
  return claimed
}

/** Gives a claim back, so that any instance sends the event again at once. */
export async function releaseClaim(db: Db, { endpoint_id, claim }: ClaimedEvent): Promise<void> {
  await db.execute(sql`update webhook_endpoints set claim = null, due_at = now() where id = ${endpoint_id} and claim = ${claim}`)
}

/**
 * Records the outcome of an attempt. It counts only if the claim is still there. Returns whether the endpoint is paused now, because this was the
 * last attempt or the program wants no more events; the administrator gets a mail then.
 */
export async function recordOutcome(db: Db, claimed: ClaimedEvent, outcome: Outcome): Promise<boolean> {
  const { endpoint_id, claim, position, attempts } = claimed
  const retryMinutes = outcome.status === GONE ? undefined : RETRY_MINUTES[attempts]
  const isOver = outcome.failure !== null && retryMinutes === undefined
  const change =
    outcome.failure === null
      ? sql`position = ${position}, attempts = 0, due_at = now()`
      : sql`attempts = attempts + 1, due_at = now() + make_interval(mins => ${retryMinutes ?? 0}::int)`
  const pause = isOver ? sql`, paused_at = coalesce(paused_at, now()), paused_by = coalesce(paused_by, 'academy')` : sql``
  return await db.transaction(async (tx) => {
    const [attempt] = await tx
      .insert(webhookAttempts)
      .values({ endpoint_id, position, ...outcome })
      .returning({ id: webhookAttempts.id })
    const counted = await tx.execute(
      sql`update webhook_endpoints set claim = null, ${change} ${pause} where id = ${endpoint_id} and claim = ${claim} returning id`,
    )
    const isPaused = isOver && counted.length > 0
    if (isPaused && attempt) await queueMail(tx, { kind: PAUSED_MAIL, key: attempt.id, days: PAUSED_MAIL_DAYS })
    return isPaused
  })
}

/** Deletes events and outcomes after 30 days. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await db.execute(sql`delete from webhook_events where recorded_at < now() - interval '30 days'`)
  await db.execute(sql`delete from webhook_attempts where at < now() - interval '30 days'`)
}
