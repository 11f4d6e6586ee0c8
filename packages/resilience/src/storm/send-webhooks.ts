import { setTimeout as sleep } from 'node:timers/promises'
import { HANDLED_TYPES } from '@academy/api/stripe-account'
import type Stripe from 'stripe'
import { listAll } from './compare.ts'

/** Counts of attempts: with 200, with another status, and without a response. */
type AttemptCounts = { accepted: number; refused: number; withoutResponse: number }

type Options = {
  stripe: Stripe
  secret: string
  /** URLs of the API's instances; each attempt goes to a random one. */
  urls: readonly string[]
  inFlight: number
  /** Runs after each response with 200. `accepted` is their number so far. */
  onAccepted: (accepted: number) => void
}

/** Returns all events of an account that the API handles. */
export const listHandledEvents = (stripe: Stripe): Promise<Stripe.Event[]> =>
  listAll(stripe.events.list({ types: HANDLED_TYPES, limit: 100 }))

/** Removes a random item from an array and returns it; undefined if the array is empty. */
const takeRandom = <T>(items: T[]): T | undefined => items.splice(Math.floor(Math.random() * items.length), 1)[0]

/** Sends webhooks as Stripe does: in random order, `inFlight` at a time, again until the response is 200. */
export async function sendWebhooks(events: readonly Stripe.Event[], options: Options): Promise<AttemptCounts> {
  const { stripe, secret, urls, inFlight, onAccepted } = options
  const waiting = [...events]
  const sent: AttemptCounts = { accepted: 0, refused: 0, withoutResponse: 0 }

  const send = async (event: Stripe.Event): Promise<boolean> => {
    const payload = JSON.stringify(event)
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const url = urls[Math.floor(Math.random() * urls.length)] ?? ''
    try {
      const response = await fetch(url, { method: 'POST', headers, body: payload, signal: AbortSignal.timeout(30_000) })
      await response.body?.cancel()
      if (!response.ok) sent.refused += 1
      return response.ok
    } catch {
      // the instance is down, as the storm intends
      sent.withoutResponse += 1
      return false
    }
  }

  const sender = async (): Promise<void> => {
    for (let event = takeRandom(waiting); event; event = takeRandom(waiting)) {
      if (await send(event)) {
        sent.accepted += 1
        onAccepted(sent.accepted)
      } else {
        waiting.push(event)
        await sleep(20)
      }
    }
  }
  await Promise.all(Array.from({ length: inFlight }, sender))
  return sent
}
