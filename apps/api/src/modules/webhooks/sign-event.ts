import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { ClaimedEvent } from './deliveries.store.ts'

/** Returns the secret of an endpoint, as Standard Webhooks writes it. Derived, so that no secret is stored. */
export const secretOf = (signingKey: string, endpointId: string, version: number): string =>
  `whsec_${createHmac('sha256', signingKey).update(`webhook ${endpointId} ${version}`).digest('base64')}`

/**
 * Returns the id under which a program gets an event, which sorts in the order of the events. It ends with a part of the random id, because a restored backup
 * gives its last numbers again.
 */
export const eventName = (position: number, eventId: string): string => `evt_${String(position).padStart(12, '0')}_${eventId.slice(-12)}`

/** Returns the body and the headers of the request with an event, signed at `now`. */
export function signEvent(signingKey: string, event: ClaimedEvent, now: Date): { body: string; headers: Record<string, string> } {
  const { endpoint_id, secret_version, is_rotating, event_id, position, type, account_id, recorded_at, data } = event
  const body = JSON.stringify({ type, timestamp: recorded_at, data: { account_id, ...data } })
  const id = eventName(position, event_id)
  const versions = is_rotating ? [secret_version, secret_version - 1] : [secret_version]
  const signatures = versions.map((version) => new Webhook(secretOf(signingKey, endpoint_id, version)).sign(id, now, body))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'academy-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
  return { body, headers }
}
