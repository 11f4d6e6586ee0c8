import type { FastifyBaseLogger } from 'fastify'
import type { StripeService } from '../context.ts'
import { advanceTestClocks } from './advance-test-clocks.ts'
import { catchUp, type DueWork } from './catch-up.ts'
import { type DueSteps, nextDue } from './due.ts'

/** Longer waits overflow the timers of this platform. */
const LONGEST_WAIT_SECONDS = 24 * 3600

export type DueWorker = {
  /** Carries out all that is due by now, in the order in which it became due; settles when it is done. */
  run(): Promise<void>
  /** Looks soon whether something is due, e.g. after a write. */
  wake(): void
  close(): Promise<void>
}

type Options = { service: StripeService; steps: DueSteps; log: FastifyBaseLogger }

/**
 * What time brings about (renewals, retries, ends of trials, cancellations, expiries), as real time passes and when the clock is
 * moved. Everything is kept with the objects, so a restart picks up where it stopped.
 */
export function createDueWorker({ service, steps, log }: Options): DueWorker {
  let timer: NodeJS.Timeout | undefined
  let looksAt = 0
  let running: Promise<void> = Promise.resolve()
  let isClosed = false

  const arm = (seconds: number) => {
    const wait = Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS) * 1000
    // a later look must not put off a sooner one
    if (isClosed || (timer !== undefined && Date.now() + wait >= looksAt)) return
    clearTimeout(timer)
    looksAt = Date.now() + wait
    timer = setTimeout(() => void run(), wait)
    timer.unref()
  }

  const due: DueWork = {
    steps,
    isStopped: () => isClosed,
    onFailure: (error, { kind, id }) => {
      if (!isClosed) log.error(error, `what was due for ${kind} ${id} could not be done`)
    },
  }

  const work = async () => {
    if (isClosed) return
    clearTimeout(timer)
    timer = undefined
    await catchUp(service, due, service.now())
    await advanceTestClocks(service, due)
    const next = await nextDue(service, null)
    if (next !== undefined) arm(next.at - service.now())
  }

  const run = () => {
    running = running.then(work).catch((error: unknown) => {
      if (isClosed) return
      log.error(error, 'what was due could not be done')
      arm(60)
    })
    return running
  }

  return {
    run,
    wake: () => arm(0.2),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
