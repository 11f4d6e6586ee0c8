import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'postgres'
import type { Tx } from '../../database.ts'
import { postWebhook } from '../../post-webhook.ts'
import type { Clock } from '../../service.ts'
import { createWebhookQueue, queueWebhooks } from '../../webhook-queue.ts'
import type { ChangeRecorder } from '../context.ts'
import { type Change, payloadOf } from './event.ts'
import { activate, listSubscriptions, type Subscription, subscribe, unsubscribe } from './subscriptions.ts'

const TIMEOUT_MS = 5000
/** How long edits are merged into one event. Notion waits up to a minute, the stand-in a second. */
const MERGE_WINDOW_MS = 1000
/** Notion attempts a delivery eight times within about a day: after 1, 3, 9 ... minutes. */
const RETRY_SECONDS = Array.from({ length: 7 }, (_, retry) => 60 * 3 ** retry)

export type Webhooks = ChangeRecorder & {
  /** Registers a URL and sends it a verification token. A known URL keeps its token. `token_response` is the status of the URL's response. */
  subscribe(url: string): Promise<Subscription & { token_response?: string }>
  activate(id: string): Promise<void>
  unsubscribe(id: string): Promise<void>
  close(): Promise<void>
}

/** Returns a signed request, whose signature `verifyWebhookSignature` of the official client verifies. */
function requestOf({ url, verification_token }: Subscription, payload: object) {
  const body = JSON.stringify(payload)
  const signature = createHmac('sha256', verification_token).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'user-agent': 'notion-webhooks', 'x-notion-signature': `sha256=${signature}` }
  return { url, body, headers }
}

type Options = { sql: Sql; clock: Clock; now: () => Date; log: FastifyBaseLogger }

/**
 * Creates Notion's webhooks. Their subscriptions are in the database. It caches the active ones, because events are recorded only for subscribers.
 */
export async function createWebhooks({ sql, clock, now, log }: Options): Promise<Webhooks> {
  const closing = new AbortController()
  let active: Subscription[] = []
  const reload = async () => {
    active = (await listSubscriptions(sql)).filter((subscription) => subscription.active)
  }
  await reload()
  const queue = await createWebhookQueue({
    sql,
    service: 'notion',
    clock,
    log,
    timeoutMs: TIMEOUT_MS,
    retrySeconds: RETRY_SECONDS,
    requestOf: async (delivery) => {
      const subscription = active.find(({ id }) => id === delivery.endpoint_id)
      return subscription && requestOf(subscription, payloadOf(delivery))
    },
  })
  /** Records an event for a subscription in the transaction of its change. */
  const record = async (tx: Tx, { type, entity }: Change, endpoint_id: string) => {
    const [time, timestamp] = [clock.now('notion'), now().toISOString()]
    const merged = await tx`
      update control.webhook_deliveries set event = event || jsonb_build_object('timestamp', ${timestamp}::text)
      where service = 'notion' and endpoint_id = ${endpoint_id} and type = ${type} and event->'entity'->>'id' = ${entity.id}
        and status = 'pending' and attempts = '[]' and due_at > ${time}`
    if (merged.count > 0) return
    const due_at = new Date(time.getTime() + MERGE_WINDOW_MS)
    const event = { entity, timestamp }
    await queueWebhooks(tx, 'notion', [{ endpoint_id, event_id: randomUUID(), type, event, status: 'pending', due_at }])
  }
  return {
    wake: queue.wake,
    record: async (tx, change) => {
      for (const { id } of active) await record(tx, change, id)
    },
    subscribe: async (url) => {
      const { subscription, isNew } = await subscribe(sql, url, now())
      const request = requestOf(subscription, { verification_token: subscription.verification_token })
      if (!isNew) return subscription
      const { status, text } = await postWebhook({ ...request, timeoutMs: TIMEOUT_MS }, closing.signal)
      return { ...subscription, token_response: String(status ?? text) }
    },
    activate: async (id) => {
      await activate(sql, id)
      await reload()
    },
    unsubscribe: async (id) => {
      await unsubscribe(sql, id)
      await reload()
    },
    close: async () => {
      closing.abort(new Error('the stand-in is closing'))
      await queue.close()
    },
  }
}
