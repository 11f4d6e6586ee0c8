import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import {
  addDays,
  addMonths,
  type Day,
  longDay,
  longWeekdayName,
  mondayOf,
  monthName,
  monthOf,
  sameDayInMonth,
  weekdayName,
  weekNumberOf,
  weeksOf,
} from './calendar-days.ts'
import { cx } from './class-names.ts'
import { ArrowLeft, ArrowRight } from './icons.ts'

type CalendarProps = {
  selected: Day | null
  /** Told the day that was chosen, or null when the chosen one was chosen again. */
  onSelect: (day: Day | null) => void
  today: Day
  /** The first and the last day that can be chosen. */
  min: Day
  max: Day
  /** Always six weeks, so that nothing moves from month to month (MENT-25). */
  fixedWeeks?: boolean
  weekNumbers?: boolean
  /** The focus goes to the chosen day, or to today, as soon as it is there. */
  autoFocus?: boolean
}

const within = (day: Day, min: Day, max: Day): Day => (day < min ? min : day > max ? max : day)

/** What a key does to the day that has the focus. */
const moves: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: mondayOf,
  End: (day) => addDays(mondayOf(day), 6),
  PageUp: (day) => sameDayInMonth(day, -1),
  PageDown: (day) => sameDayInMonth(day, 1),
}

/** A month of days, one of which can be chosen. One of them takes the focus; arrows, Home, End and the page keys move it. */
export function Calendar({
  selected,
  onSelect,
  today,
  min,
  max,
  fixedWeeks = false,
  weekNumbers = false,
  autoFocus = false,
}: CalendarProps) {
  const titleId = useId()
  const [focused, setFocused] = useState(() => within(selected ?? today, min, max))
  const [month, setMonth] = useState(() => monthOf(focused))
  const grid = useRef<HTMLTableElement>(null)
  const moveFocus = useRef(autoFocus)
  const weeks = weeksOf(month, fixedWeeks)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that has the focus may be drawn only with another month
  useLayoutEffect(() => {
    if (moveFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moveFocus.current = false
  }, [focused, month])

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const next = within(move(focused), min, max)
    moveFocus.current = true
    setFocused(next)
    setMonth(monthOf(next))
  }

  const turn = (count: 1 | -1) => {
    const next = addMonths(month, count)
    setMonth(next)
    setFocused(within(next, min, max))
  }

  return (
    <div className="w-fit">
      <div className="mb-2 flex items-center justify-between gap-2">
        <Button variant="ghost" size="icon" aria-label="Previous month" disabled={month <= monthOf(min)} onClick={() => turn(-1)}>
          <ArrowLeft aria-hidden="true" />
        </Button>
        <p id={titleId} aria-live="polite" className="font-semibold">
          {monthName(month)}
        </p>
        <Button variant="ghost" size="icon" aria-label="Next month" disabled={month >= monthOf(max)} onClick={() => turn(1)}>
          <ArrowRight aria-hidden="true" />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is a table whose cells are walked through */}
      <table ref={grid} role="grid" aria-labelledby={titleId} onKeyDown={onKeyDown} className="border-separate border-spacing-0.5">
        <thead>
          <tr>
            {weekNumbers && (
              <th scope="col" className="h-8 w-8 text-xs font-semibold text-muted">
                <span className="sr-only">Week</span>
              </th>
            )}
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={longWeekdayName(day)} className="h-8 w-9 text-xs font-semibold text-muted">
                {weekdayName(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {weekNumbers && week[0] && (
                <th scope="row" className="text-xs font-normal text-muted tabular-nums">
                  {weekNumberOf(week[0])}
                </th>
              )}
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  isOutside={monthOf(day) !== month}
                  isSelected={day === selected}
                  isToday={day === today}
                  isOpen={day >= min && day <= max}
                  hasFocus={day === focused}
                  onChoose={() => {
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
  isOpen: boolean
  hasFocus: boolean
  onChoose: () => void
}

function DayCell({ day, isOutside, isSelected, isToday, isOpen, hasFocus, onChoose }: DayCellProps) {
  return (
    <td className="p-0">
      <button
        type="button"
        disabled={!isOpen}
        tabIndex={hasFocus ? 0 : -1}
        aria-label={`${longDay(day)}${isToday ? ', today' : ''}`}
        aria-pressed={isSelected}
        aria-current={isToday ? 'date' : undefined}
        onClick={onChoose}
        className={cx(
          'flex size-9 items-center justify-center rounded-md text-sm tabular-nums',
          isSelected
            ? 'bg-primary font-semibold text-on-primary'
            : isOpen
              ? cx('font-medium hover:bg-sunken', isToday && 'ring-1 ring-rule-strong ring-inset')
              : cx('text-locked', isOutside && 'opacity-55'),
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
