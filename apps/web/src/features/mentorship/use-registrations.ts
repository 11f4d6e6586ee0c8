import { useState } from 'react'
import { toast } from '../../ui/toast.ts'

/** The registered weeks by label, in memory only: a reload clears them (MENT-10, MENT-26). */
export function useRegistrations() {
  const [weeks, setWeeks] = useState<readonly string[]>([])
  const register = (week: string) => {
    // The button is disabled for registered weeks; this is a second check (MENT-19, D-79).
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
