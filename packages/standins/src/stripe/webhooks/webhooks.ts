import { createHmac } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Json } from '../../json-values.ts'
import { type Delivery, queueWebhooks } from '../../webhook-queue.ts'
import type { StripeService } from '../core/context.ts'
import type { Stored } from '../core/kinds.ts'
import { findAll } from '../core/store.ts'

/** The first delays are shorter than Stripe's, for developers. */
const RETRY_SECONDS = [3, 10, 30, 120, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600]
const DELAY_MS = 10_000

type Endpoint = Stored<'webhook_endpoint'>

const subscribesTo = ({ enabled_events, status }: Endpoint, type: string) =>
  status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type))

/** Returns the enabled endpoints that subscribe to a type of event. */
export const endpointsFor = async (service: StripeService, type: string): Promise<Endpoint[]> =>
  (await findAll(service, 'webhook_endpoint')).filter((endpoint) => subscribesTo(endpoint, type))

/** Queues an event for its endpoints and applies the active fault to each delivery. */
export const queueDeliveries = (service: StripeService, event: Stored<'event'>, endpoints: readonly Endpoint[]): Promise<void> =>
  queueWebhooks(
    service.sql,
    'stripe',
    endpoints.map(({ id }) => {
      const fault = service.deliveryFault(event.type)
      const wait = fault?.kind === 'webhook_delay' ? (fault.delay_ms ?? DELAY_MS) : 0
      return {
        endpoint_id: id,
        event_id: event.id,
        type: event.type,
        event: event as unknown as Json,
        status: fault?.kind === 'webhook_drop' ? 'dropped' : 'pending',
        due_at: new Date(service.clockNow() * 1000 + wait),
      }
    }),
  )

/** Returns the signature header, which the SDK's `constructEvent` verifies. */
function signatureOf(body: string, secret: string): string {
  // real time, because receivers check a signature's age by their own clock
  const timestamp = Math.floor(Date.now() / 1000)
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Returns how Stripe sends its webhooks. */
export const webhookRules = (sql: Sql) => ({
  timeoutMs: 10_000,
  retrySeconds: RETRY_SECONDS,
  requestOf: async ({ endpoint_id, event }: Delivery) => {
    const [endpoint] = await sql<{ url: string; secret: string }[]>`
      select data->>'url' as url, hidden->>'secret' as secret from stripe.objects where id = ${endpoint_id} and not deleted`
    if (endpoint === undefined) return undefined
    const body = JSON.stringify(event, null, 2)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureOf(body, endpoint.secret),
    }
    return { url: endpoint.url, body, headers }
  },
})

/** Lists deliveries, newest first. */
export const listDeliveries = (sql: Sql, limit: number) =>
  sql<Omit<Delivery, 'event'>[]>`
    select id, endpoint_id, event_id, type, status, due_at, attempts from control.webhook_deliveries
    where service = 'stripe' order by id desc limit ${limit}`
