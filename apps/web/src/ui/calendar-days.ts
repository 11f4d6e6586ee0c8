import { formatDate } from './format-date.ts'

/** A calendar day as 'YYYY-MM-DD'. The functions below calculate in UTC, where every day has 24 hours, so that clock changes shift nothing. */
export type Day = string

const DAY_MS = 86_400_000

const timestampOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (timestampMs: number): Day => new Date(timestampMs).toISOString().slice(0, 10)

/** Returns the current day in the time zone of the browser. */
export function localDay(now: Date): Day {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

export const addDays = (day: Day, count: number): Day => dayOf(timestampOf(day) + count * DAY_MS)

/** 1 for Monday to 7 for Sunday. */
export const isoWeekday = (day: Day): number => new Date(timestampOf(day)).getUTCDay() || 7

/** Returns the Monday of the day's week (MENT-12). */
export const startOfWeek = (day: Day): Day => addDays(day, 1 - isoWeekday(day))

/** Returns the first day of the day's month. */
export const startOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

export const addMonths = (day: Day, count: number): Day => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + count, 1))
}

/** Adds `count` months. In a shorter month the result is that month's last day. */
export function addMonthsClamped(day: Day, count: number): Day {
  const last = addDays(addMonths(day, count + 1), -1)
  const same = `${last.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/** Returns the ISO 8601 week number: week 1 holds the first Thursday of the year. */
export function isoWeekNumber(day: Day): number {
  const thursday = addDays(startOfWeek(day), 3)
  return 1 + Math.floor((timestampOf(thursday) - Date.UTC(Number(thursday.slice(0, 4)), 0, 1)) / (7 * DAY_MS))
}

/** Returns the weeks from the start of a month, each from Monday: six if `fixedWeeks`, otherwise those with a day of the month (MENT-25). */
export function weeksOfMonth(month: Day, fixedWeeks = true): Day[][] {
  const first = startOfWeek(startOfMonth(month))
  const days = (timestampOf(addMonths(month, 1)) - timestampOf(first)) / DAY_MS
  return Array.from({ length: fixedWeeks ? 6 : Math.ceil(days / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(first, week * 7 + day)),
  )
}

const format =
  (options: Intl.DateTimeFormatOptions) =>
  (day: Day): string =>
    formatDate(timestampOf(day), { ...options, timeZone: 'UTC' })

/** 'May 2025' */
export const monthName = format({ month: 'long', year: 'numeric' })
/** 'May 5' */
export const shortDay = format({ month: 'short', day: 'numeric' })
/** 'Monday, May 5, 2025' */
export const longDay = format({ dateStyle: 'full' })
/** 'Mon' */
export const weekdayName = format({ weekday: 'short' })
/** 'Monday' */
export const longWeekdayName = format({ weekday: 'long' })
