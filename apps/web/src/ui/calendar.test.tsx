import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Calendar } from './calendar.tsx'

const renderCalendar = (props: { fixedWeeks?: boolean; showWeekNumber?: boolean }, today = '2026-08-10') =>
  render(<Calendar selected={null} onSelect={() => {}} today={today} min={today} max={today} {...props} />)
const weekNumbers = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent)

test('MENT-25 shows six numbered weeks by default', () => {
  renderCalendar({}, '2027-02-10')
  expect(weekNumbers()).toEqual(['5', '6', '7', '8', '9', '10'])
})

test('MENT-25 numbers weeks by ISO 8601 across the end of a year', () => {
  renderCalendar({}, '2027-01-02')
  expect(weekNumbers()).toEqual(['53', '1', '2', '3', '4', '5'])
})

test.each([
  ['2027-02-10', 4],
  ['2026-09-10', 5],
  ['2026-08-10', 6],
])('MENT-25 without the fixed display shows only the weeks of the month of %s', (today, count) => {
  renderCalendar({ fixedWeeks: false }, today)
  expect(weekNumbers()).toHaveLength(count)
})

test('MENT-25 without week numbers has a column for each weekday only', () => {
  renderCalendar({ showWeekNumber: false })
  const headers = screen.getAllByRole('columnheader', { hidden: true })
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'])
  expect(weekNumbers()).toEqual([])
})
