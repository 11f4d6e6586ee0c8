import { createHmac } from 'node:crypto'
import type { Subscription } from './subscriptions.ts'

/** Time limit for the receiver's response, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 5000

export type DeliveryResult = { delivered: boolean; text: string }

/** Returns the signature that `verifyWebhookSignature` of the official client verifies. */
const signatureOf = (body: string, token: string) => `sha256=${createHmac('sha256', token).update(body).digest('hex')}`

/** Posts a body to the URL of a subscription. Never throws; an unreachable URL is a failed attempt. */
export async function send(subscription: Subscription, payload: object, closing: AbortSignal): Promise<DeliveryResult> {
  const body = JSON.stringify(payload)
  try {
    const response = await fetch(subscription.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'notion-webhooks',
        'x-notion-signature': signatureOf(body, subscription.verification_token),
      },
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return { delivered: response.ok, text: String(response.status) }
  } catch (error) {
    const { name, message, cause } = error as Error
    if (name === 'TimeoutError') return { delivered: false, text: `no response within ${RESPONSE_TIMEOUT_MS / 1000} seconds` }
    return { delivered: false, text: cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : message }
  }
}
