import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import {
  addDays,
  addMonths,
  addMonthsClamped,
  type Day,
  isoWeekNumber,
  longDay,
  longWeekdayName,
  monthName,
  startOfMonth,
  startOfWeek,
  weekdayName,
  weeksOfMonth,
} from './calendar-days.ts'
import { cx } from './class-names.ts'
import { ArrowLeft, ArrowRight } from './icons.ts'

type CalendarProps = {
  selected: Day | null
  /** Receives the selected day, or null when the user clears the selection by choosing it again. */
  onSelect: (day: Day | null) => void
  today: Day
  /** First and last selectable day. */
  min: Day
  max: Day
  /** Shows six weeks in every month, so that the calendar keeps its height. Without it, only the weeks of the month. */
  fixedWeeks?: boolean
  /** Shows a column with ISO 8601 week numbers. */
  showWeekNumber?: boolean
}

const clampDay = (day: Day, min: Day, max: Day): Day => (day < min ? min : day > max ? max : day)

/** Returns the day that each key moves the focus to. */
const moves: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day) => addMonthsClamped(day, -1),
  PageDown: (day) => addMonthsClamped(day, 1),
}

/**
 * A date grid after the ARIA pattern: one day is in the tab order; arrows, Home, End and the page keys move the focus. It takes the focus when it
 * opens.
 */
export function Calendar({ selected, onSelect, today, min, max, fixedWeeks = true, showWeekNumber = true }: CalendarProps) {
  const titleId = useId()
  const [focused, setFocused] = useState(() => clampDay(selected ?? today, min, max))
  const [month, setMonth] = useState(() => startOfMonth(focused))
  const grid = useRef<HTMLTableElement>(null)
  const moveFocus = useRef(true)
  const weeks = weeksOfMonth(month, fixedWeeks)
  const isFirst = (one: Day) => one <= startOfMonth(min)
  const isLast = (one: Day) => one >= startOfMonth(max)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused day may render only after the month changes
  useLayoutEffect(() => {
    if (moveFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moveFocus.current = false
  }, [focused, month])

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const next = clampDay(move(focused), min, max)
    moveFocus.current = true
    setFocused(next)
    setMonth(startOfMonth(next))
  }

  const changeMonth = (count: 1 | -1) => {
    const next = addMonths(month, count)
    // In the first and the last month the pressed button becomes disabled and loses the focus.
    moveFocus.current = count < 0 ? isFirst(next) : isLast(next)
    setMonth(next)
    setFocused(clampDay(next, min, max))
  }

  return (
    <div className="w-fit max-w-full">
      <div className="mb-2 flex items-center justify-between gap-2">
        <Button variant="ghost" size="icon" aria-label="Previous month" disabled={isFirst(month)} onClick={() => changeMonth(-1)}>
          <ArrowLeft aria-hidden="true" />
        </Button>
        <p id={titleId} aria-live="polite" className="font-semibold">
          {monthName(month)}
        </p>
        <Button variant="ghost" size="icon" aria-label="Next month" disabled={isLast(month)} onClick={() => changeMonth(1)}>
          <ArrowRight aria-hidden="true" />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a date grid is a table with keyboard navigation between cells */}
      <table ref={grid} role="grid" aria-labelledby={titleId} onKeyDown={onKeyDown} className="w-full border-separate border-spacing-0.5">
        <thead>
          <tr>
            {showWeekNumber && (
              <th scope="col" className="h-8 text-xs font-semibold text-muted sm:w-8">
                <span className="sr-only">Week</span>
              </th>
            )}
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={longWeekdayName(day)} className="h-8 text-xs font-semibold text-muted sm:w-9">
                {weekdayName(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {showWeekNumber && (
                <th scope="row" className="text-xs font-normal text-muted tabular-nums">
                  {week[0] && isoWeekNumber(week[0])}
                </th>
              )}
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  isOutside={startOfMonth(day) !== month}
                  isSelected={day === selected}
                  isToday={day === today}
                  isSelectable={day >= min && day <= max}
                  hasFocus={day === focused}
                  onSelect={() => {
                    setFocused(day)
                    onSelect(day === selected ? null : day)
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DayCellProps = {
  day: Day
  isOutside: boolean
  isSelected: boolean
  isToday: boolean
  isSelectable: boolean
  hasFocus: boolean
  onSelect: () => void
}

function DayCell({ day, isOutside, isSelected, isToday, isSelectable, hasFocus, onSelect }: DayCellProps) {
  return (
    <td className="p-0">
      <button
        type="button"
        disabled={!isSelectable}
        tabIndex={hasFocus ? 0 : -1}
        aria-label={`${longDay(day)}${isToday ? ', today' : ''}`}
        aria-pressed={isSelected}
        aria-current={isToday ? 'date' : undefined}
        onClick={onSelect}
        className={cx(
          'flex h-9 w-full min-w-6 sm:min-w-9 items-center justify-center rounded-md text-sm tabular-nums',
          isSelected
            ? 'bg-primary font-semibold text-on-primary'
            : isSelectable
              ? cx('font-medium hover:bg-sunken', isToday && 'ring-1 ring-rule-strong ring-inset')
              : cx('text-locked', isOutside && 'opacity-55'),
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
