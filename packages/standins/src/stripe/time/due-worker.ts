import type { FastifyBaseLogger } from 'fastify'
import type { StripeService } from '../context.ts'
import { type DueSteps, nextDue } from './due.ts'
import { type DueWork, runDueSteps } from './run-due-steps.ts'

/** A day, because `setTimeout` cannot wait longer than 24 days. */
const MAX_WAIT_SECONDS = 24 * 3600

type Options = { service: StripeService; steps: DueSteps; log: FastifyBaseLogger }

/**
 * Runs due steps (renewals, retries, ends of trials, cancellations, expiries) as time passes and when the clock is moved.
 * The objects store their due dates, so that a restart continues.
 */
export function createDueWorker({ service, steps, log }: Options) {
  let timer: NodeJS.Timeout | undefined
  let wakesAt = 0
  let running: Promise<void> = Promise.resolve()
  let isClosed = false

  const arm = (seconds: number) => {
    const wait = Math.min(Math.max(seconds, 0), MAX_WAIT_SECONDS) * 1000
    // an earlier timer stays
    if (isClosed || (timer !== undefined && Date.now() + wait >= wakesAt)) return
    clearTimeout(timer)
    wakesAt = Date.now() + wait
    timer = setTimeout(() => void run(), wait)
    timer.unref()
  }

  const due: DueWork = {
    steps,
    isStopped: () => isClosed,
    onFailure: (error, { kind, id }) => {
      if (!isClosed) log.error({ err: error, kind, id }, 'failed to run a due step')
    },
  }

  const work = async () => {
    if (isClosed) return
    clearTimeout(timer)
    timer = undefined
    await runDueSteps(service, due, service.now())
    const next = await nextDue(service)
    if (next !== undefined) arm(next.at - service.now())
  }

  const run = (): Promise<void> => {
    running = running.then(work).catch((error: unknown) => {
      if (isClosed) return
      log.error(error, 'failed to run due steps')
      arm(60)
    })
    return running
  }

  return {
    /** Runs everything that is due by now, in order. */
    run,
    /** Checks soon whether anything is due, e.g. after a write. */
    wake: () => arm(0.2),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
