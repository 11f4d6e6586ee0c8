import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'postgres'
import { send } from './delivery.ts'
import { claimDueDeliveries, type DueDelivery, makePendingDue, markGivenUp, nextDue, recordAttempt } from './outbox.ts'

const MAX_CONCURRENT = 50
const RETRY_AFTER_ERROR_MS = 1000
/** Below the longest delay of `setTimeout`. */
const MAX_WAIT_MS = 24 * 3600 * 1000

export type Webhooks = {
  /** Sends due deliveries. Call it after a write. */
  wake(): void
  /** Sends what is due after the clock was moved. */
  handleMovedClock(): Promise<void>
  close(): Promise<void>
}

type Options = { sql: Sql; now: () => Date; log: FastifyBaseLogger }

/** Delivers queued events. The queue is in the database, so that a restart loses nothing. */
export function createWebhooks({ sql, now, log }: Options): Webhooks {
  const closing = new AbortController()
  const runningDeliveries = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let wakesAgain = false
  let latest = now()

  const logFailure = (error: unknown) => {
    if (!closing.signal.aborted) log.error(error, 'failed to deliver webhooks')
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    if (delivery.secret === null || delivery.endpoint.deleted === true) return markGivenUp(sql, delivery)
    const request = { url: delivery.endpoint.url, secret: delivery.secret, body: JSON.stringify(delivery.event, null, 2) }
    const attempt = await send(request, closing.signal)
    // a delivery that our own shutdown aborted does not count as an attempt
    if (closing.signal.aborted) return
    const deliveredAt = now()
    await recordAttempt(sql, delivery, attempt, deliveredAt)
    if (deliveredAt > latest) latest = deliveredAt
    await expediteIfMovedBack()
  }

  /** Makes all pending deliveries due if the clock was moved back; they would otherwise wait until the old time. */
  async function expediteIfMovedBack(): Promise<void> {
    const time = now()
    const isMovedBack = time < latest
    latest = time
    if (isMovedBack) await makePendingDue(sql, time)
  }

  function start(delivery: DueDelivery) {
    const { id } = delivery
    const done = deliver(delivery)
      .catch(logFailure)
      .finally(() => {
        runningDeliveries.delete(id)
        wake()
      })
    runningDeliveries.set(id, done)
  }

  async function startDue(): Promise<void> {
    const due = await claimDueDeliveries(sql, now(), MAX_CONCURRENT - runningDeliveries.size, [...runningDeliveries.keys()])
    for (const delivery of due) start(delivery)
    const next = runningDeliveries.size < MAX_CONCURRENT ? await nextDue(sql, [...runningDeliveries.keys()]) : undefined
    if (next !== undefined) scheduleWake(next.getTime() - now().getTime())
  }

  function scheduleWake(ms: number) {
    if (closing.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(wake, Math.min(Math.max(ms, 0), MAX_WAIT_MS))
    timer.unref()
  }

  function wake() {
    if (closing.signal.aborted) return
    if (running !== undefined) {
      wakesAgain = true
      return
    }
    running = startDue()
      .catch((error: unknown) => {
        logFailure(error)
        scheduleWake(RETRY_AFTER_ERROR_MS)
      })
      .finally(() => {
        running = undefined
        if (!wakesAgain) return
        wakesAgain = false
        wake()
      })
  }

  return {
    wake,
    handleMovedClock: async () => {
      await expediteIfMovedBack()
      wake()
    },
    close: async () => {
      closing.abort(new Error('the stand-in is closing'))
      clearTimeout(timer)
      await running
      await Promise.all(runningDeliveries.values())
    },
  }
}
