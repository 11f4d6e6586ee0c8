import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'

export type Sent = { answered: number; refused: number; unanswered: number }

type Options = {
  stripe: Stripe
  secret: string
  /** Where the instances of the API are; each webhook goes to any of them. */
  urls: readonly string[]
  inFlight: number
  /** Called after each that was answered with 200. */
  onAnswer: (answered: number) => void
}

/** Somewhere in `things`, and it is gone from there. */
const takeAny = <T>(things: T[]): T | undefined => {
  const index = Math.floor(Math.random() * things.length)
  const [last] = things.splice(things.length - 1, 1)
  if (index === things.length || last === undefined) return last
  const taken = things[index]
  things[index] = last
  return taken
}

/** Sends webhooks as Stripe does, in any order, many at the same time: whatever is not answered with 200 is sent again later. */
export async function sendWebhooks(events: readonly Stripe.Event[], { stripe, secret, urls, inFlight, onAnswer }: Options): Promise<Sent> {
  const waiting = [...events]
  const sent: Sent = { answered: 0, refused: 0, unanswered: 0 }

  const send = async (event: Stripe.Event): Promise<boolean> => {
    const payload = JSON.stringify(event)
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const url = urls[Math.floor(Math.random() * urls.length)] ?? ''
    try {
      const answer = await fetch(url, { method: 'POST', headers, body: payload, signal: AbortSignal.timeout(30_000) })
      await answer.body?.cancel()
      if (!answer.ok) sent.refused += 1
      return answer.ok
    } catch {
      // The instance is down or was killed, as the storm intends.
      sent.unanswered += 1
      return false
    }
  }

  const sender = async (): Promise<void> => {
    for (let event = takeAny(waiting); event; event = takeAny(waiting)) {
      if (await send(event)) {
        sent.answered += 1
        onAnswer(sent.answered)
      } else {
        waiting.push(event)
        await sleep(20)
      }
    }
  }
  await Promise.all(Array.from({ length: inFlight }, sender))
  return sent
}
