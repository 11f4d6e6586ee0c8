import { formatDate } from './format-date.ts'

/** Shows a day in UTC, such as 2026-11-20, as the same day in every time zone. */
export const UtcDay = ({ day }: { day: string }) => <time dateTime={day}>{formatDate(day, { dateStyle: 'long', timeZone: 'UTC' })}</time>
