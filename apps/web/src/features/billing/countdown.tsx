import { useEffect, useState } from 'react'
import { pluralize } from '../../ui/pluralize.ts'

const SECOND_MS = 1000

/** Counts down to the launch deadline every second; renders nothing afterwards. */
export function Countdown({ deadline }: { deadline: Date }) {
  const [now, setNow] = useState(() => Date.now())
  const remaining = deadline.getTime() - now
  const isRunning = remaining > 0

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  if (!isRunning) return null
  return (
    <p role="timer" className="text-sm text-muted">
      The launch ends in <span className="font-semibold text-ink tabular-nums">{formatRemaining(remaining)}</span>
    </p>
  )
}

/** Formats as '2 days 03:04:05'. Rounds up, so that zero is never shown. */
function formatRemaining(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / SECOND_MS)
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  const digits = clock.map((part) => String(part).padStart(2, '0')).join(':')
  return days === 0 ? digits : `${pluralize(days, 'day')} ${digits}`
}
