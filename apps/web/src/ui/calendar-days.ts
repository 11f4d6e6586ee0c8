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

/** Returns the start of a day in the time zone of the browser. */
export const dateOf = (day: Day): Date => new Date(`${day}T00:00`)

export const addDays = (day: Day, count: number): Day => dayOf(timestampOf(day) + count * DAY_MS)

/** 1 for Monday to 7 for Sunday. */
export const isoWeekday = (day: Day): number => new Date(timestampOf(day)).getUTCDay() || 7

/** Returns the Monday of the day's week. */
export const startOfWeek = (day: Day): Day => addDays(day, 1 - isoWeekday(day))

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
