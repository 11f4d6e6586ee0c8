import { expect, test } from 'vitest'
import { addDays, addMonths, dayIn, mondayOf, sameDayInMonth, weekdayOf, weekNumberOf, weeksOf } from './calendar-days.ts'

test('the day is that of the clock on the wall, one minute before midnight as one after', () => {
  expect(dayIn(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
  expect(dayIn(new Date(2027, 0, 1, 0, 1))).toBe('2027-01-01')
})

test('days follow each other over the ends of months and years, leap days and changes of the clocks', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  // Where clocks change, these days have 23 and 25 hours.
  expect([addDays('2026-03-28', 1), addDays('2026-03-29', 1), addDays('2026-10-25', 1), addDays('2026-11-01', 1)]).toEqual([
    '2026-03-29',
    '2026-03-30',
    '2026-10-26',
    '2026-11-02',
  ])
})

test('MENT-12 weeks start on Monday, also the one of a Sunday', () => {
  expect(['2025-05-05', '2025-05-08', '2025-05-11'].map(mondayOf)).toEqual(['2025-05-05', '2025-05-05', '2025-05-05'])
  expect([weekdayOf('2025-05-05'), weekdayOf('2025-05-11')]).toEqual([1, 7])
  expect(mondayOf('2027-01-02')).toBe('2026-12-28')
})

test('a month on is the same day, or the last of a shorter month', () => {
  expect([addMonths('2026-12-15', 1), addMonths('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01'])
  expect([sameDayInMonth('2026-01-31', 1), sameDayInMonth('2026-03-31', -1), sameDayInMonth('2026-05-15', 1)]).toEqual([
    '2026-02-28',
    '2026-02-28',
    '2026-06-15',
  ])
})

test('MENT-25 week numbers are those of ISO 8601, across the end of a year', () => {
  expect(['2025-05-05', '2026-12-31', '2027-01-03', '2027-01-04', '2024-12-30', '2020-12-31'].map(weekNumberOf)).toEqual([
    19, 53, 53, 1, 1, 53,
  ])
})

test('MENT-25 a month shows the weeks it touches, or always six', () => {
  const february = weeksOf('2027-02-14', false)
  expect([february.length, february[0]?.[0], february.at(-1)?.[6]]).toEqual([4, '2027-02-01', '2027-02-28'])
  const fixed = weeksOf('2027-02-14', true)
  expect([fixed.length, fixed[0]?.[0], fixed.at(-1)?.[6]]).toEqual([6, '2027-02-01', '2027-03-14'])
  expect(weeksOf('2026-08-01', false)).toHaveLength(6)
})
