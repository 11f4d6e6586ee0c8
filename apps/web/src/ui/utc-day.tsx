import { dateFormat } from './date-format.ts'

const dayFormat = dateFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Shows a day in UTC, such as 2026-11-20, as the same day in every time zone. */
export const UtcDay = ({ day }: { day: string }) => <time dateTime={day}>{dayFormat(new Date(day))}</time>
