import { useEffect, useState } from 'react'
import { type Day, localDay } from '../../ui/calendar-days.ts'

/** Returns the current local day and updates it after midnight. */
export function useToday(): Day {
  const [today, setToday] = useState(() => localDay(new Date()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts each day
  useEffect(() => {
    const now = new Date()
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    const updateToday = () => setToday(localDay(new Date()))
    // One second late, because timers may fire early. Also updates when a sleeping device wakes up.
    const timer = setTimeout(updateToday, midnight.getTime() - now.getTime() + 1000)
    document.addEventListener('visibilitychange', updateToday)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', updateToday)
    }
  }, [today])
  return today
}
