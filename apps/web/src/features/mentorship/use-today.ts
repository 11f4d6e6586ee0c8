import { useEffect, useState } from 'react'
import { type Day, dayIn } from '../../ui/calendar-days.ts'

/** The day that it is where this person is, also when midnight passes while they look. */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayIn(new Date()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each day waits for its own end
  useEffect(() => {
    const now = new Date()
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    const look = () => setToday(dayIn(new Date()))
    // A moment later, as timers may be a little early; and when a sleeping device wakes up.
    const timer = setTimeout(look, midnight.getTime() - now.getTime() + 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [today])
  return today
}
