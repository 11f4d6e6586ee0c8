import type { Sql } from 'postgres'
import { json } from '../../database.ts'
import type { StripeService } from '../core/context.ts'
import type { Stored } from '../core/kinds.ts'
import { findAll } from '../core/store.ts'

/** Delays before the retries of a delivery, in seconds. The first ones are shorter than Stripe's, for developers. */
const RETRY_DELAYS_SECONDS = [3, 10, 30, 120, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600]

const DELAY_MS = 10_000

export type Attempt = { at: string; status: number | null; response: string; ms: number }
export type Delivery = {
  id: string
  event_id: string
  endpoint_id: string
  url: string
  status: 'pending' | 'delivered' | 'given_up' | 'dropped'
  due_at: Date
  attempts: Attempt[]
}

type Endpoint = Stored<'webhook_endpoint'>

const subscribesTo = ({ enabled_events, status }: Endpoint, type: string) =>
  status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type))

/** Returns the enabled endpoints that subscribe to a type of event. */
export const endpointsFor = async (service: StripeService, type: string): Promise<Endpoint[]> =>
  (await findAll(service, 'webhook_endpoint')).filter((endpoint) => subscribesTo(endpoint, type))

function makeDelivery(service: StripeService, event: Stored<'event'>, { id, url }: Endpoint) {
  const fault = service.deliveryFault(event.type)
  const wait = fault?.kind === 'webhook_delay' ? (fault.delay_ms ?? DELAY_MS) : 0
  return {
    event_id: event.id,
    endpoint_id: id,
    url,
    status: fault?.kind === 'webhook_drop' ? 'dropped' : 'pending',
    due_at: new Date(service.clockNow() * 1000 + wait),
  }
}

/** Queues an event for its endpoints and applies the active fault to each delivery. */
export async function queueDeliveries(service: StripeService, event: Stored<'event'>, endpoints: readonly Endpoint[]): Promise<void> {
  const rows = endpoints.map((endpoint) => makeDelivery(service, event, endpoint))
  if (rows.length > 0) await service.sql`insert into stripe.webhook_deliveries ${service.sql(rows)}`
}

export type DueDelivery = Delivery & { event: Stored<'event'>; endpoint: { url: string; deleted?: boolean }; secret: string | null }

/**
 * Claims due deliveries that do not run yet, oldest first. Schedules their next attempt at once, in case this process dies.
 */
export async function claimDueDeliveries(sql: Sql, now: Date, limit: number, runningIds: readonly string[]): Promise<DueDelivery[]> {
  const rows = await sql<DueDelivery[]>`
    update stripe.webhook_deliveries d set due_at = ${now}::timestamptz + interval '30 seconds'
    from (
      select w.id, e.data as event, p.data as endpoint, p.hidden->>'secret' as secret
      from stripe.webhook_deliveries w join stripe.objects e on e.id = w.event_id join stripe.objects p on p.id = w.endpoint_id
      where w.status = 'pending' and w.due_at <= ${now} and w.id <> all(${runningIds.map(Number)}::bigint[])
      order by w.id limit ${limit} for update of w skip locked
    ) due
    where d.id = due.id
    returning d.*, due.event, due.endpoint, due.secret`
  return rows.toSorted((a, b) => Number(a.id) - Number(b.id))
}

/** Makes all pending deliveries due now. */
export async function makePendingDue(sql: Sql, now: Date): Promise<void> {
  await sql`update stripe.webhook_deliveries set due_at = ${now} where status = 'pending' and due_at > ${now}`
}

/** Stops retrying a delivery. */
export async function markGivenUp(sql: Sql, delivery: Delivery): Promise<void> {
  await sql`update stripe.webhook_deliveries set status = 'given_up' where id = ${delivery.id}`
}

/** Records an attempt and schedules the next one if it failed. */
export async function recordAttempt(sql: Sql, delivery: Delivery, attempt: Attempt, now: Date): Promise<void> {
  const delivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  const wait = RETRY_DELAYS_SECONDS[delivery.attempts.length]
  const status = delivered ? 'delivered' : wait === undefined ? 'given_up' : 'pending'
  await sql`
    update stripe.webhook_deliveries
    set status = ${status}, attempts = attempts || ${json(sql, [attempt])},
        due_at = ${now}::timestamptz + make_interval(secs => ${wait ?? 0}::int)
    where id = ${delivery.id}`
}

/** Returns when the next pending delivery is due, ignoring those under way. */
export async function nextDue(sql: Sql, runningIds: readonly string[]): Promise<Date | undefined> {
  const [row] = await sql<{ due_at: Date | null }[]>`
    select min(due_at) as due_at from stripe.webhook_deliveries where status = 'pending' and id <> all(${runningIds.map(Number)}::bigint[])`
  return row?.due_at ?? undefined
}

/** Lists deliveries with their event types, newest first. */
export const listDeliveries = (sql: Sql, limit: number) =>
  sql<(Delivery & { type: string })[]>`
    select d.*, e.data->>'type' as type from stripe.webhook_deliveries d join stripe.objects e on e.id = d.event_id
    order by d.id desc limit ${limit}`
