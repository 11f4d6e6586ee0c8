const today = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const otherDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const otherYear = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const dayOnly = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/**
 * A point in time in the reader's own zone: the hour if it was today, else the day as well; whole on hover. `day`: the day and its year,
 * where the hour tells nothing.
 */
export function Moment({ at, day = false }: { at: string; day?: boolean }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={whole.format(date)} className="whitespace-nowrap tabular-nums">
      {(day ? dayOnly : formatFor(date)).format(date)}
    </time>
  )
}

function formatFor(date: Date): Intl.DateTimeFormat {
  const now = new Date()
  if (date.toDateString() === now.toDateString()) return today
  return date.getFullYear() === now.getFullYear() ? otherDay : otherYear
}
