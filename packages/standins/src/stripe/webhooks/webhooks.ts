import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'postgres'
import type { StripeService } from '../context.ts'
import { findAny, hiddenOf } from '../store.ts'
import { send } from './delivery.ts'
import { type Attempt, claimDue, type Delivery, nextDue, settle } from './outbox.ts'

/** How often to look whether a delivery is due, while any waits: the clock may be moved at any moment. */
const LOOK_EVERY_MS = 250
const MOST_IN_FLIGHT = 20

export type Webhooks = {
  /** To be called when something may have been queued. */
  wake(): void
  close(): Promise<void>
}

type Options = { sql: Sql; service: () => StripeService; now: () => Date; log: FastifyBaseLogger }

/** Empties the outbox of events. What waits is kept in the database, so a restart loses nothing. */
export function createWebhooks({ sql, service, now, log }: Options): Webhooks {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false

  async function deliver(delivery: Delivery): Promise<void> {
    const [event, endpoint] = [await findAny(service(), delivery.event_id), await findAny(service(), delivery.endpoint_id)]
    if (event === undefined || endpoint === undefined || endpoint.deleted === true) {
      await sql`update stripe.deliveries set status = 'given_up' where id = ${delivery.id}`
      return
    }
    const { secret } = await hiddenOf<{ secret: string }>(service(), delivery.endpoint_id)
    const letter = { url: String(endpoint.url), secret, body: JSON.stringify(event, null, 2) }
    const attempts = await Promise.all(Array.from({ length: delivery.copies }, (): Promise<Attempt> => send(letter, closing.signal)))
    // what was cut off by our own end was no attempt: it is due again after the restart
    if (!closing.signal.aborted) await settle(sql, delivery, attempts, now())
  }

  async function deliverDue(): Promise<void> {
    for (;;) {
      const due = await claimDue(sql, now(), MOST_IN_FLIGHT)
      if (due.length === 0 || closing.signal.aborted) break
      const inOrder = due.filter(({ backwards }) => !backwards).map(deliver)
      for (const delivery of due.filter(({ backwards }) => backwards).toReversed()) await deliver(delivery)
      await Promise.all(inOrder)
    }
    if ((await nextDue(sql)) !== undefined) look(LOOK_EVERY_MS)
  }

  function look(inMs: number) {
    if (closing.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(run, inMs)
    timer.unref()
  }

  function run() {
    if (running !== undefined) {
      again = true
      return
    }
    running = deliverDue()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error(error, 'webhooks could not be delivered')
      })
      .finally(() => {
        running = undefined
        if (again) look(0)
        again = false
      })
  }

  return {
    wake: () => look(0),
    close: async () => {
      closing.abort(new Error('the stand-in is closing'))
      clearTimeout(timer)
      await running
    },
  }
}
