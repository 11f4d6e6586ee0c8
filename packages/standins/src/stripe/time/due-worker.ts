import type { FastifyBaseLogger } from 'fastify'
import type { StripeService } from '../core/context.ts'
import type { Kind } from '../core/kinds.ts'
import { DAY_SECONDS, type DueSteps, setDue } from './due.ts'

const RETRY_SECONDS = 3600

type DueObject = { id: string; kind: Kind; at: number }

async function nextDue({ sql }: StripeService): Promise<DueObject | undefined> {
  const [row] = await sql<{ id: string; kind: Kind; at: string }[]>`
    select id, kind, hidden->>'due' as at from stripe.objects
    where hidden->>'due' is not null and not deleted
    order by (hidden->>'due')::bigint, seq limit 1`
  return row && { ...row, at: Number(row.at) }
}

/** Returns the service at another time, so that due steps and their events have the time at which they were due. */
function atTime(service: StripeService, seconds: number): StripeService {
  const moved: StripeService = { ...service, now: () => seconds, write: (work) => work(moved) }
  return moved
}

/** Runs due steps (renewals, retries, ends of trials, cancellations, expiries). Objects store their due dates, so that a restart continues. */
export function createDueWorker({ service, steps, log }: { service: StripeService; steps: DueSteps; log: FastifyBaseLogger }) {
  let timer: NodeJS.Timeout | undefined
  let wakesAt = 0
  let running: Promise<void> = Promise.resolve()
  let isClosed = false

  const arm = (seconds: number) => {
    // at most a day, because `setTimeout` cannot wait longer than 24 days
    const wait = Math.min(Math.max(seconds, 0), DAY_SECONDS) * 1000
    // an earlier timer stays
    if (isClosed || (timer !== undefined && Date.now() + wait >= wakesAt)) return
    clearTimeout(timer)
    wakesAt = Date.now() + wait
    timer = setTimeout(() => void run(), wait)
    timer.unref()
  }

  /** Runs one due step in its own write, at the time when it was due. */
  async function runStep(next: DueObject, until: number) {
    try {
      await service.write(async (tx) => {
        const due = await nextDue(tx)
        // a request has changed the schedule meanwhile: the caller reads it again
        if (due === undefined || due.id !== next.id || due.at > until) return
        // cleared first, so that a step that schedules nothing does not run again
        await setDue(tx, due.id, null)
        await steps[due.kind]?.(atTime(tx, due.at), due.id)
      })
    } catch (error) {
      // rolled back and retried later, so that one object does not block all others
      if (!isClosed) log.error({ err: error, ...next }, 'failed to run a due step')
      await service.write((tx) => setDue(tx, next.id, until + RETRY_SECONDS))
    }
  }

  async function work() {
    clearTimeout(timer)
    timer = undefined
    const until = service.now()
    for (let next = await nextDue(service); next !== undefined && !isClosed; next = await nextDue(service)) {
      if (next.at > until) return arm(next.at - service.now())
      await runStep(next, until)
    }
  }

  const run = (): Promise<void> => {
    running = running
      .then(() => (isClosed ? undefined : work()))
      .catch((error: unknown) => {
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
