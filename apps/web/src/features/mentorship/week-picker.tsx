import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Calendar } from '../../ui/calendar.tsx'
import { addDays, type Day, localDay, longDay, shortDay, startOfWeek } from '../../ui/calendar-days.ts'
import { Card } from '../../ui/card.tsx'
import { CalendarDays, Check } from '../../ui/icons.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { Popover } from '../../ui/popover.tsx'
import { toast } from '../../ui/toast.ts'
import { DAYS_AHEAD, weekLabel } from './week.ts'

/** Selects a day and registers for its week, in this browser alone. */
export function WeekPicker() {
  return <WeekCard {...useRegistrations()} />
}

type Registrations = { weeks: readonly string[]; register: (week: string, monday: Day) => void }

/** Selects a day and registers for its week. Starts with today. `weeks` are labels. */
export function WeekCard({ weeks, register, children }: Registrations & { children?: ReactNode }) {
  const today = useToday()
  const [day, setDay] = useState<Day | null>(today)
  const max = addDays(today, DAYS_AHEAD)
  // A day may have passed while the page was open.
  const selected = day !== null && day >= today && day <= max ? day : null
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Select a Week</h2>
        <Badge>{pluralize(weeks.length, 'Registration')}</Badge>
      </div>
      <p className="mt-2 mb-5 max-w-prose text-muted">
        Pick any day in the next {DAYS_AHEAD} days to enter that week's draw. Only Studio subscribers are drawn.
      </p>
      <Popover
        label="Choose a day"
        trigger={
          <>
            <CalendarDays aria-hidden="true" />
            {selected ? longDay(selected) : 'Pick a week'}
          </>
        }
      >
        {(close) => (
          <Calendar
            selected={selected}
            onSelect={(next) => {
              setDay(next)
              close()
            }}
            today={today}
            min={today}
            max={max}
          />
        )}
      </Popover>
      {selected && <Week day={selected} today={today} isRegistered={weeks.includes(weekLabel(selected))} onRegister={register} />}
      {weeks.length > 0 && (
        <div className="mt-6 border-t border-rule pt-5">
          <h3 className="text-base">Your registrations:</h3>
          <ul className="mt-2 flex flex-wrap gap-2">
            {weeks.map((week) => (
              <li key={week} className="flex">
                <Badge tone="positive">{week}</Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
      {children}
    </Card>
  )
}

type WeekProps = { day: Day; today: Day; isRegistered: boolean; onRegister: Registrations['register'] }

function Week({ day, today, isRegistered, onRegister }: WeekProps) {
  const label = weekLabel(day)
  const monday = startOfWeek(day)
  const heading = useRef<HTMLHeadingElement>(null)
  const register = () => {
    // The button becomes disabled and loses the focus.
    heading.current?.focus()
    onRegister(label, monday)
  }
  return (
    <div className="mt-6 rounded-lg bg-sunken p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          Week of {label}
        </h3>
        {isRegistered && <Badge tone="positive">Registered</Badge>}
      </div>
      <p className="mt-1 text-sm text-muted">Winners are selected and notified on the Monday of that week.</p>
      {monday < today && (
        <p className="mt-1 text-sm">
          The draw of this week was on {shortDay(monday)}. The week of {weekLabel(addDays(monday, 7))} is still open.
        </p>
      )}
      <Button className="mt-4" disabled={isRegistered} onClick={register}>
        {isRegistered && <Check aria-hidden="true" />}
        {isRegistered ? 'Registered' : 'Register for this week'}
      </Button>
    </div>
  )
}

/** The registered weeks by label, in memory only: a reload clears them. */
export function useRegistrations() {
  const [weeks, setWeeks] = useState<readonly string[]>([])
  const register = (week: string) => {
    // The button is disabled for registered weeks; this is a second check.
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

/** Returns the current local day and updates it after midnight. */
function useToday(): Day {
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
