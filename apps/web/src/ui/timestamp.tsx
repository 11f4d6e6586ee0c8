import { formatDate } from './format-date.ts'

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { day: 'numeric', month: 'short' } as const

/** Shows a time in the local time zone: the time for today, otherwise date and time; in full on hover. `dateOnly` shows date and year. */
export function Timestamp({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  return (
    <time dateTime={at} title={formatDate(at, { dateStyle: 'full', timeStyle: 'long' })} className="whitespace-nowrap tabular-nums">
      {dateOnly ? formatDate(at) : formatDate(at, optionsFor(new Date(at), new Date()))}
    </time>
  )
}

function optionsFor(date: Date, now: Date): Intl.DateTimeFormatOptions {
  if (date.toDateString() === now.toDateString()) return { ...time, second: '2-digit' }
  return date.getFullYear() === now.getFullYear() ? { ...day, ...time } : { ...day, year: 'numeric', ...time }
}
