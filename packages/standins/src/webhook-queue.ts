import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'postgres'
import { createTables, json, type Tx } from './database.ts'
import type { Json } from './json-values.ts'
import { postWebhook } from './post-webhook.ts'
import type { Clock, ServiceName } from './service.ts'

const MAX_CONCURRENT = 50
const RETRY_AFTER_ERROR_MS = 1000
/** Below the longest delay of `setTimeout`. */
const MAX_WAIT_MS = 24 * 3600 * 1000
const MAX_RESPONSE_LENGTH = 500

/** An event for one endpoint. */
export type Delivery = {
  id: string
  endpoint_id: string
  event_id: string
  type: string
  event: Json
  status: 'pending' | 'delivered' | 'given_up' | 'dropped'
  due_at: Date
  attempts: { at: string; status: number | null; response: string; ms: number }[]
}

const ddl = `
  create schema if not exists control;
  create table if not exists control.webhook_deliveries (
    id bigserial primary key,
    service text not null,
    endpoint_id text not null,
    event_id text not null,
    type text not null,
    event jsonb not null,
    status text not null,
    due_at timestamptz not null,
    attempts jsonb not null default '[]'
  );
  create index if not exists webhook_deliveries_pending on control.webhook_deliveries (service, due_at) where status = 'pending';
`

/** Queues deliveries in the transaction of their cause. Call `wake` of the queue after the commit. */
export async function queueWebhooks(tx: Tx, service: ServiceName, deliveries: readonly Omit<Delivery, 'id' | 'attempts'>[]): Promise<void> {
  const rows = deliveries.map(({ event, ...delivery }) => ({ ...delivery, service, event: json(tx, event) }))
  if (rows.length > 0) await tx`insert into control.webhook_deliveries ${tx(rows)}`
}

type Options = {
  sql: Sql
  service: ServiceName
  clock: Clock
  log: FastifyBaseLogger
  /** The time limit of a response. */
  timeoutMs: number
  /** The delays before the retries of a delivery, by the movable clock. */
  retrySeconds: readonly number[]
  /** Returns the request of a delivery; undefined if its endpoint is gone. */
  requestOf: (delivery: Delivery) => Promise<{ url: string; body: string; headers: Record<string, string> } | undefined>
}

/** Delivers the queued webhooks of a service. The queue is in the database, so that a restart loses nothing. */
export async function createWebhookQueue({ sql, service, clock, log, timeoutMs, retrySeconds, requestOf }: Options) {
  await createTables(sql, ddl)
  const now = () => clock.now(service)
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()
  let starting: Promise<void> = Promise.resolve()
  let isQueued = false
  let timer: NodeJS.Timeout | undefined
  let latest = now()

  const retryLater = (error: unknown): number => {
    if (!closing.signal.aborted) log.error(error, 'failed to deliver webhooks')
    return RETRY_AFTER_ERROR_MS
  }
  const wakeAfter = (ms: number): void => {
    clearTimeout(timer)
    if (!closing.signal.aborted) timer = setTimeout(wake, Math.min(ms, MAX_WAIT_MS)).unref()
  }
  async function deliver(delivery: Delivery): Promise<number> {
    const request = await requestOf(delivery)
    const startedAt = Date.now()
    const start = now()
    const sent = request && (await postWebhook({ ...request, timeoutMs }, closing.signal))
    // a delivery that our own shutdown aborted does not count as an attempt
    if (closing.signal.aborted) return 0
    const { status: code = null, text = '' } = sent ?? {}
    const attempt = {
      at: new Date(startedAt).toISOString(),
      status: code,
      response: text.slice(0, MAX_RESPONSE_LENGTH),
      ms: Date.now() - startedAt,
    }
    const wait = sent && retrySeconds[delivery.attempts.length]
    const isDelivered = code !== null && code >= 200 && code < 300
    // The delay begins with the attempt, during which the clock may move in both directions.
    const from = new Date(Math.min(start.getTime(), now().getTime()))
    await sql`
      update control.webhook_deliveries set attempts = attempts || ${json(sql, sent ? [attempt] : [])},
        status = ${isDelivered ? 'delivered' : wait === undefined ? 'given_up' : 'pending'},
        due_at = ${from}::timestamptz + make_interval(secs => ${wait ?? 0}::int)
      where id = ${delivery.id}`
    return 0
  }
  async function startDue(): Promise<void> {
    const pending = await sql<Delivery[]>`
      select * from control.webhook_deliveries
      where service = ${service} and status = 'pending' and id <> all(${[...running.keys()].map(Number)}::bigint[])
      order by due_at, id limit ${MAX_CONCURRENT - running.size}`
    for (const delivery of pending) {
      const wait = delivery.due_at.getTime() - now().getTime()
      if (wait > 0) return wakeAfter(wait)
      const done = deliver(delivery)
        .catch(retryLater)
        .then((pause) => {
          running.delete(delivery.id)
          wakeAfter(pause)
        })
      running.set(delivery.id, done)
    }
  }
  /** Sends what is due. All calls during a search for due deliveries share the next one. */
  function wake(): void {
    if (isQueued || closing.signal.aborted) return
    isQueued = true
    starting = starting.then(async () => {
      isQueued = false
      await startDue().catch((error: unknown) => wakeAfter(retryLater(error)))
    })
  }
  clock.onMove(service, async () => {
    const time = now()
    // they would otherwise wait until the old time
    if (time < latest) await sql`update control.webhook_deliveries set due_at = ${time} where service = ${service} and status = 'pending'`
    latest = time
    wake()
  })
  wake()
  return {
    wake,
    close: async () => {
      closing.abort(new Error('the stand-in is closing'))
      clearTimeout(timer)
      await starting
      await Promise.all(running.values())
    },
  }
}
