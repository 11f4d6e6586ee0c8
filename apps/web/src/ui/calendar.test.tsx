import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Calendar } from './calendar.tsx'

const renderCalendar = (props: { fixedWeeks?: boolean; showWeekNumber?: boolean }, today = '2026-08-10') =>
  render(<Calendar selected={null} onSelect={() => {}} today={today} min={today} max={today} {...props} />)
const days = () => screen.getAllByRole('button', { name: /^\w+day, / }).map((button) => button.getAttribute('aria-label'))
const headers = (role: 'columnheader' | 'rowheader') => screen.queryAllByRole(role).map(({ textContent }) => textContent)

test('MENT-25 shows six numbered weeks by default', () => {
  renderCalendar({}, '2027-02-10')
  expect(days()).toHaveLength(42)
  expect([headers('columnheader')[0], headers('rowheader')]).toEqual(['Week', ['5', '6', '7', '8', '9', '10']])
})

test.each([
  ['2027-02-10', 28, 'Monday, February 1, 2027', 'Sunday, February 28, 2027'],
  ['2026-09-10', 35, 'Monday, August 31, 2026', 'Sunday, October 4, 2026'],
  ['2026-08-10', 42, 'Monday, July 27, 2026', 'Sunday, September 6, 2026'],
])('MENT-25 without the fixed display shows only the weeks of the month of %s', (today, count, first, last) => {
  renderCalendar({ fixedWeeks: false }, today)
  expect([days().length, days()[0], days().at(-1)]).toEqual([count, first, last])
  expect(headers('rowheader')).toHaveLength(count / 7)
})

test('MENT-25 without week numbers has a column for each weekday only', () => {
  renderCalendar({ showWeekNumber: false })
  expect(headers('columnheader')).toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'])
  expect(headers('rowheader')).toEqual([])
  expect(days()).toHaveLength(42)
})
