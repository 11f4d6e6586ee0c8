import { DAY_SECONDS } from './day.ts'

export type Recurrence = { interval: 'day' | 'week' | 'month' | 'year' | (string & {}); interval_count: number }

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

// In months without the anchor's day, Stripe bills on the last day.
function addMonths(anchor: number, months: number): number {
  const start = new Date(anchor * 1000)
  const target = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1))
  const day = Math.min(start.getUTCDate(), daysInMonth(target.getUTCFullYear(), target.getUTCMonth()))
  return target.setUTCDate(day) / 1000 + (anchor % DAY_SECONDS)
}

/** Adds intervals to the anchor. Times are in seconds since 1970. */
export function addIntervals(anchor: number, { interval, interval_count }: Recurrence, times: number): number {
  const count = interval_count * times
  switch (interval) {
    case 'day':
      return anchor + count * DAY_SECONDS
    case 'week':
      return anchor + count * 7 * DAY_SECONDS
    case 'month':
      return addMonths(anchor, count)
    case 'year':
      return addMonths(anchor, count * 12)
    default:
      throw new Error(`no such interval: ${interval}`)
  }
}

/** Returns the first period boundary after a time, for periods that start at the anchor. */
export function nextBoundary(anchor: number, recurrence: Recurrence, after: number): number {
  let times = 0
  while (addIntervals(anchor, recurrence, times) <= after) times += 1
  return addIntervals(anchor, recurrence, times)
}
