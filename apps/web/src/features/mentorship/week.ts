import { addDays, type Day, shortDay, startOfWeek } from '../../ui/calendar-days.ts'

/** Selectable days after today. */
export const DAYS_AHEAD = 8

/** Formats the week of a day: 'May 5 - 11', or 'Jun 30 - Jul 6' across months. */
export function weekLabel(day: Day): string {
  const monday = startOfWeek(day)
  const sunday = addDays(monday, 6)
  const isWithinMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  return `${shortDay(monday)} - ${isWithinMonth ? Number(sunday.slice(8)) : shortDay(sunday)}`
}
