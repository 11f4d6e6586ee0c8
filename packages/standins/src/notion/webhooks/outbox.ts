import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { json, type Tx } from '../../database.ts'
import type { DeliveryResult } from './delivery.ts'
import type { Change, EventRow } from './event.ts'
import type { Subscription } from './subscriptions.ts'

/** How long edits are merged into one event. Notion waits up to a minute, the stand-in a second. */
const MERGE_WINDOW_MS = 1000

/** Notion attempts a delivery eight times within about a day, with growing delays. */
const MAX_ATTEMPTS = 8
const FIRST_RETRY_DELAY_SECONDS = 60
const RETRY_DELAY_FACTOR = 3

/** Records an event in the transaction of its change. */
export async function recordChange(tx: Tx, subscriptions: readonly Subscription[], change: Change, now: Date) {
  const due = new Date(now.getTime() + MERGE_WINDOW_MS)
  for (const { id } of subscriptions) {
    const merged = await tx`
      update notion.webhook_events set occurred_at = ${now}
      where subscription_id = ${id} and type = ${change.type} and entity->>'id' = ${change.entity.id}
        and status = 'pending' and attempts = 0`
    if (merged.count > 0) continue
    await tx`
      insert into notion.webhook_events (id, subscription_id, type, entity, occurred_at, status, due_at)
      values (${randomUUID()}, ${id}, ${change.type}, ${json(tx, change.entity)}, ${now}, 'pending', ${due})`
  }
}

/** Claims due events and counts an attempt. Their next attempt is scheduled at once, in case this process dies. */
export async function claimDueEvents(sql: Sql, now: Date): Promise<EventRow[]> {
  const rows = await sql<(EventRow & { position: string })[]>`
    update notion.webhook_events e
    set attempts = e.attempts + 1,
        due_at = ${now}::timestamptz + make_interval(secs => ${FIRST_RETRY_DELAY_SECONDS}::int * power(${RETRY_DELAY_FACTOR}::int, e.attempts))
    from (
      select id from notion.webhook_events where status = 'pending' and due_at <= ${now} order by position limit 10 for update skip locked
    ) due
    where e.id = due.id
    returning e.id, e.position, e.subscription_id, e.type, e.entity, e.occurred_at, e.attempts`
  return rows.toSorted((a, b) => Number(a.position) - Number(b.position))
}

export async function recordAttempt(sql: Sql, event: EventRow, result: DeliveryResult) {
  const status = result.delivered ? 'delivered' : event.attempts >= MAX_ATTEMPTS ? 'given_up' : 'pending'
  await sql`update notion.webhook_events set status = ${status} where id = ${event.id}`
}

export async function hasPendingEvents(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ some: boolean }[]>`select exists (select 1 from notion.webhook_events where status = 'pending') as some`
  return row?.some ?? false
}
