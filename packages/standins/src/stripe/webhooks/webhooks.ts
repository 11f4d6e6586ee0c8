import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'postgres'
import { send } from './delivery.ts'
import { type Attempt, claimDue, type DueDelivery, giveUp, makeDue, nextDue, settle } from './outbox.ts'

const MAX_CONCURRENT = 50
const AFTER_TROUBLE_MS = 1000
/** Below the longest delay of `setTimeout`. */
const MAX_WAIT_MS = 24 * 3600 * 1000

export type Webhooks = {
  /** Sends due deliveries. Call it after a write and after a move of the clock. */
  wake(): void
  close(): Promise<void>
}

type Options = { sql: Sql; now: () => Date; log: FastifyBaseLogger }

/** Delivers queued events. The queue is in the database, so that a restart loses nothing. */
export function createWebhooks({ sql, now, log }: Options): Webhooks {
  const closing = new AbortController()
  const runningDeliveries = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWokenAgain = false
  let latest = now()

  const complain = (error: unknown) => {
    if (!closing.signal.aborted) log.error(error, 'webhooks could not be delivered')
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    if (delivery.secret === null || delivery.endpoint.deleted === true) return giveUp(sql, delivery)
    const letter = { url: delivery.endpoint.url, secret: delivery.secret, body: JSON.stringify(delivery.event, null, 2) }
    const attempts = await Promise.all(Array.from({ length: delivery.copies }, (): Promise<Attempt> => send(letter, closing.signal)))
    // a delivery that our own shutdown aborted does not count as an attempt
    if (closing.signal.aborted) return
    const moment = now()
    await settle(sql, delivery, attempts, moment)
    if (moment > latest) latest = moment
    await noticeTimeTakenBack()
  }

  /** Makes everything due if the clock was moved back, so that nothing waits for a time far ahead. */
  async function noticeTimeTakenBack(): Promise<void> {
    const moment = now()
    const isBack = moment < latest
    latest = moment
    if (isBack) await makeDue(sql, moment)
  }

  function start(ids: readonly string[], work: Promise<void>) {
    const done = work.catch(complain).finally(() => {
      for (const id of ids) runningDeliveries.delete(id)
      wake()
    })
    for (const id of ids) runningDeliveries.set(id, done)
  }

  async function inTurn(deliveries: readonly DueDelivery[]): Promise<void> {
    for (const delivery of deliveries) await deliver(delivery)
  }

  async function startDue(): Promise<void> {
    await noticeTimeTakenBack()
    const due = await claimDue(sql, now(), MAX_CONCURRENT - runningDeliveries.size, [...runningDeliveries.keys()])
    for (const delivery of due) if (!delivery.backwards) start([delivery.id], deliver(delivery))
    const backwards = due.filter((delivery) => delivery.backwards).toReversed()
    if (backwards.length > 0)
      start(
        backwards.map(({ id }) => id),
        inTurn(backwards),
      )
    const next = runningDeliveries.size < MAX_CONCURRENT ? await nextDue(sql, [...runningDeliveries.keys()]) : undefined
    if (next !== undefined) lookIn(next.getTime() - now().getTime())
  }

  function lookIn(ms: number) {
    if (closing.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(wake, Math.min(Math.max(ms, 0), MAX_WAIT_MS))
    timer.unref()
  }

  function wake() {
    if (closing.signal.aborted) return
    if (running !== undefined) {
      isWokenAgain = true
      return
    }
    running = startDue()
      .catch((error: unknown) => {
        complain(error)
        lookIn(AFTER_TROUBLE_MS)
      })
      .finally(() => {
        running = undefined
        if (!isWokenAgain) return
        isWokenAgain = false
        wake()
      })
  }

  return {
    wake,
    close: async () => {
      closing.abort(new Error('the stand-in is closing'))
      clearTimeout(timer)
      await running
      await Promise.all(runningDeliveries.values())
    },
  }
}
