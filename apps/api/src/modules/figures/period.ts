const DAY_MS = 86_400_000
/** The days of a period that the request does not name. */
const DEFAULT_DAYS = 30

/** The days of a period, both included, in UTC. */
type Days = { from: string; to: string }

export type Step = 'day' | 'week' | 'month'

/** A period and the one of equal length before it; `start`, `end` and `startBefore` are their limits. */
export type Period = { period: Days; before: Days; startBefore: Date; start: Date; end: Date }

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS)

/** Returns the period of a request: by default the last 30 days. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const last = new Date(to ?? from ?? dayOf(now))
  const start = from === undefined ? daysAfter(last, 1 - DEFAULT_DAYS) : new Date(from)
  const end = daysAfter(last, 1)
  const startBefore = new Date(2 * start.getTime() - end.getTime())
  return {
    period: { from: dayOf(start), to: dayOf(last) },
    before: { from: dayOf(startBefore), to: dayOf(daysAfter(start, -1)) },
    startBefore,
    start,
    end,
  }
}

/** Returns the first day of the step after the one that contains `date`. Weeks begin on Monday, as in Postgres. */
function nextStep(date: Date, step: Step): Date {
  if (step === 'day') return daysAfter(date, 1)
  if (step === 'week') return daysAfter(date, 7 - ((date.getUTCDay() + 6) % 7))
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))
}

/** Returns the first day of each step of a period. Its first step may begin within a week or month. */
export function stepsOf({ start, end }: Period, step: Step): string[] {
  const steps: string[] = []
  for (let date = start; date < end; date = nextStep(date, step)) steps.push(dayOf(date))
  return steps
}
