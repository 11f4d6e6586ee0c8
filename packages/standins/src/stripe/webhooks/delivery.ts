import { createHmac } from 'node:crypto'
import { postWebhook } from '../../post-webhook.ts'
import type { Attempt } from './outbox.ts'

/** Time limit for the receiver's response, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000
const MAX_RESPONSE_LENGTH = 500

/** Returns the signature header, which the SDK's `constructEvent` verifies. */
function signatureOf(body: string, secret: string, timestamp: number): string {
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${v1}`
}

type WebhookRequest = { url: string; secret: string; body: string }

/** Posts an event to an endpoint. Never throws; an unreachable endpoint is a failed attempt. */
export async function send({ url, secret, body }: WebhookRequest, closing: AbortSignal): Promise<Attempt> {
  const started = Date.now()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    // real time, because receivers check a signature's age by their own clock
    'stripe-signature': signatureOf(body, secret, Math.floor(started / 1000)),
  }
  const { status, text } = await postWebhook({ url, body, headers, timeoutMs: RESPONSE_TIMEOUT_MS }, closing)
  return { at: new Date(started).toISOString(), status, response: text.slice(0, MAX_RESPONSE_LENGTH), ms: Date.now() - started }
}
