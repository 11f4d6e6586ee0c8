import { createHmac } from 'node:crypto'
import { postWebhook } from '../../post-webhook.ts'
import type { Subscription } from './subscriptions.ts'

/** Time limit for the receiver's response, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 5000

/** The result of a delivery. `text` is the HTTP status, or the reason why there was no response. */
export type DeliveryResult = { delivered: boolean; text: string }

/** Returns the signature that `verifyWebhookSignature` of the official client verifies. */
const signatureOf = (body: string, token: string) => `sha256=${createHmac('sha256', token).update(body).digest('hex')}`

/** Posts a body to the URL of a subscription. Never throws; an unreachable URL is a failed attempt. */
export async function send({ url, verification_token }: Subscription, payload: object, closing: AbortSignal): Promise<DeliveryResult> {
  const body = JSON.stringify(payload)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'notion-webhooks',
    'x-notion-signature': signatureOf(body, verification_token),
  }
  const { status, text } = await postWebhook({ url, body, headers, timeoutMs: RESPONSE_TIMEOUT_MS }, closing)
  return status === null ? { delivered: false, text } : { delivered: status >= 200 && status < 300, text: String(status) }
}
