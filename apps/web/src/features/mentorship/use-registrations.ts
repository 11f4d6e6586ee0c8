import { useState } from 'react'
import { toast } from '../../ui/toast.ts'

/**
 * The weeks that somebody registered for, by their labels. They are kept nowhere else: no call is made, and a reload empties them
 * (MENT-10, MENT-26).
 */
export function useRegistrations() {
  const [weeks, setWeeks] = useState<readonly string[]>([])
  const register = (week: string) => {
    // The button for it is disabled by then; whoever gets here all the same is told so (MENT-19, D-79).
    if (weeks.includes(week)) {
      toast.error({ title: 'Already registered', description: `You've already registered for the week of ${week}.` })
      return
    }
    setWeeks([...weeks, week])
    toast.success({
      title: 'Registration successful',
      description: `You're now registered for the mentorship lottery for the week of ${week}.`,
    })
  }
  return { weeks, register }
}
