import { DAY_SECONDS } from './due.ts'

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** Adds months to the anchor. Times are in seconds since 1970. In months without the anchor's day, Stripe bills on the last day. */
export function addMonths(anchor: number, months: number): number {
  const start = new Date(anchor * 1000)
  const target = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1))
  const day = Math.min(start.getUTCDate(), daysInMonth(target.getUTCFullYear(), target.getUTCMonth()))
  return target.setUTCDate(day) / 1000 + (anchor % DAY_SECONDS)
}

/** Returns the first period boundary after a time, for monthly periods that start at the anchor. */
export function nextBoundary(anchor: number, after: number): number {
  let months = 0
  while (addMonths(anchor, months) <= after) months += 1
  return addMonths(anchor, months)
}
