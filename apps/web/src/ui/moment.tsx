const today = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const otherDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/** A point in time in the reader's own zone: the hour if it was today, else the day as well; whole on hover. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return (
    <time dateTime={at} title={whole.format(date)} className="whitespace-nowrap tabular-nums">
      {isToday ? today.format(date) : otherDay.format(date)}
    </time>
  )
}
