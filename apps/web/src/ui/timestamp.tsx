const timeFormat = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const dayAndTimeFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const yearFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const dateFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/** Shows a time in the local time zone: the time for today, otherwise date and time; in full on hover. `dateOnly` shows date and year. */
export function Timestamp({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={fullFormat.format(date)} className="whitespace-nowrap tabular-nums">
      {(dateOnly ? dateFormat : formatFor(date)).format(date)}
    </time>
  )
}

function formatFor(date: Date): Intl.DateTimeFormat {
  const now = new Date()
  if (date.toDateString() === now.toDateString()) return timeFormat
  return date.getFullYear() === now.getFullYear() ? dayAndTimeFormat : yearFormat
}
