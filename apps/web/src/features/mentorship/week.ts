import { addDays, type Day, mondayOf, shortDay } from '../../ui/calendar-days.ts'

/** How far ahead a day can be chosen (MENT-11). */
export const DAYS_AHEAD = 8

/** A day's week from Monday to Sunday: 'May 5 - 11', or 'Jun 30 - Jul 6' across the end of a month (MENT-14, D-76). */
export function weekLabel(day: Day): string {
  const monday = mondayOf(day)
  const sunday = addDays(monday, 6)
  const isWithinMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  return `${shortDay(monday)} - ${isWithinMonth ? Number(sunday.slice(8)) : shortDay(sunday)}`
}
