import { dateFormat } from './date-format.ts'

const timeFormat = dateFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const dayAndTimeFormat = dateFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const yearFormat = dateFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const dayFormat = dateFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const fullFormat = dateFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/** Shows a time in the local time zone: the time for today, otherwise date and time; in full on hover. `dateOnly` shows date and year. */
export function Timestamp({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={fullFormat(date)} className="whitespace-nowrap tabular-nums">
      {(dateOnly ? dayFormat : formatFor(date))(date)}
    </time>
  )
}

function formatFor(date: Date): (date: Date) => string {
  const now = new Date()
  if (date.toDateString() === now.toDateString()) return timeFormat
  return date.getFullYear() === now.getFullYear() ? dayAndTimeFormat : yearFormat
}
