import { createHmac } from 'node:crypto'
import type { Attempt } from './outbox.ts'

/** Time limit for the receiver's response, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000
const MAX_RESPONSE_LENGTH = 500

/** Returns the signature header, which the SDK's `constructEvent` verifies. */
export function signatureOf(body: string, secret: string, timestamp: number): string {
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${v1}`
}

type WebhookRequest = { url: string; secret: string; body: string }

/** Posts an event to an endpoint. Never throws; an unreachable endpoint is a failed attempt. */
export async function send({ url, secret, body }: WebhookRequest, closing: AbortSignal): Promise<Attempt> {
  const started = Date.now()
  const attempt = (status: number | null, responseText: string): Attempt => ({
    at: new Date(started).toISOString(),
    status,
    response: responseText.slice(0, MAX_RESPONSE_LENGTH),
    ms: Date.now() - started,
  })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        // real time, because receivers check a signature's age by their own clock
        'stripe-signature': signatureOf(body, secret, Math.floor(started / 1000)),
      },
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    })
    return attempt(response.status, await response.text())
  } catch (error) {
    const { name, message, cause } = error as Error
    if (name === 'TimeoutError') return attempt(null, `no response within ${RESPONSE_TIMEOUT_MS / 1000} seconds`)
    return attempt(null, cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : message)
  }
}
