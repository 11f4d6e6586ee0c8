import { DayPicker } from 'react-day-picker'
import { type Day, dateOf, localDay, longDay, monthName } from './calendar-days.ts'
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

const monthButton =
  'inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken aria-disabled:text-locked aria-disabled:hover:bg-transparent'

/** A date grid. It takes the focus when it opens. */
export function Calendar({ selected, onSelect, today, min, max, fixedWeeks = true, showWeekNumber = true }: CalendarProps) {
  return (
    <DayPicker
      mode="single"
      autoFocus
      ISOWeek
      showOutsideDays
      fixedWeeks={fixedWeeks}
      showWeekNumber={showWeekNumber}
      navLayout="around"
      selected={selected === null ? undefined : dateOf(selected)}
      onSelect={(day) => onSelect(day ? localDay(day) : null)}
      today={dateOf(today)}
      defaultMonth={dateOf(selected ?? today)}
      startMonth={dateOf(min)}
      endMonth={dateOf(max)}
      disabled={{ before: dateOf(min), after: dateOf(max) }}
      labels={{
        labelDayButton: (day, { today: isToday }) => `${longDay(localDay(day))}${isToday ? ', today' : ''}`,
        labelGrid: (month) => monthName(localDay(month)),
        labelPrevious: () => 'Previous month',
        labelNext: () => 'Next month',
        labelWeekNumberHeader: () => 'Week',
      }}
      formatters={{ formatCaption: (month) => monthName(localDay(month)), formatWeekNumber: String }}
      components={{
        Chevron: ({ orientation }) => (orientation === 'left' ? <ArrowLeft aria-hidden="true" /> : <ArrowRight aria-hidden="true" />),
      }}
      classNames={{
        month: 'grid w-fit max-w-full grid-cols-[auto_1fr_auto] items-center gap-y-2',
        month_caption: 'text-center font-semibold',
        button_previous: monthButton,
        button_next: monthButton,
        month_grid: 'col-span-3 w-full border-separate [border-spacing:2px]',
        weekday: 'h-8 text-xs font-semibold text-muted sm:w-9',
        week_number_header: 'h-8 text-xs sm:w-8',
        week_number: 'text-xs font-normal text-muted tabular-nums',
        day: 'p-0 font-medium',
        day_button:
          'flex h-9 w-full min-w-6 items-center justify-center rounded-[inherit] text-sm tabular-nums enabled:hover:bg-sunken sm:min-w-9',
        selected:
          'rounded-md bg-primary font-semibold text-on-primary outline-offset-[-2px] forced-colors:outline-2 [&>button:enabled:hover]:bg-transparent',
        today: 'rounded-md ring-1 ring-rule-strong ring-inset',
        disabled: 'font-normal text-locked',
        outside: 'data-disabled:opacity-55',
      }}
    />
  )
}
