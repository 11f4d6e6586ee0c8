/**
 * Days of the calendar as 'YYYY-MM-DD', which neither a time of day nor a change of the clocks can shift. Sums go by way of UTC, where
 * every day has 24 hours.
 */
export type Day = string

const DAY_MS = 86_400_000

const momentOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number): Day => new Date(moment).toISOString().slice(0, 10)

/** The day that it is now where this person is. */
export function dayIn(now: Date): Day {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

export const addDays = (day: Day, count: number): Day => dayOf(momentOf(day) + count * DAY_MS)

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(momentOf(day)).getUTCDay() || 7

/** The Monday of its week (MENT-12). */
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))

/** The first day of its month. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`

export const addMonths = (day: Day, count: number): Day => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + count, 1))
}

/** The same day so many months on; where a month is shorter, its last one. */
export function sameDayInMonth(day: Day, count: number): Day {
  const last = addDays(addMonths(day, count + 1), -1)
  const same = `${last.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/** Its week's number after ISO 8601: the one with the year's first Thursday is 1. */
export function weekNumberOf(day: Day): number {
  const thursday = addDays(mondayOf(day), 3)
  return 1 + Math.floor((momentOf(thursday) - Date.UTC(Number(thursday.slice(0, 4)), 0, 1)) / (7 * DAY_MS))
}

/** The weeks that a month touches, each from its Monday; with `fixed` always six, so that nothing jumps from month to month. */
export function weeksOf(month: Day, fixed: boolean): Day[][] {
  const first = mondayOf(monthOf(month))
  const end = addMonths(month, 1)
  const weeks: Day[][] = []
  for (let monday = first; fixed ? weeks.length < 6 : monday < end; monday = addDays(monday, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count)))
  }
  return weeks
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  return (day: Day): string => formatter.format(momentOf(day))
}

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
