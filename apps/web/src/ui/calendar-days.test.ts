import { expect, test } from 'vitest'
import { addDays, addMonths, addMonthsClamped, isoWeekday, isoWeekNumber, localDay, startOfWeek, weeksOfMonth } from './calendar-days.ts'

test('returns the local day just before and just after midnight', () => {
  expect(localDay(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
  expect(localDay(new Date(2027, 0, 1, 0, 1))).toBe('2027-01-01')
})

test('adds days across months, years, leap days and clock changes', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  // In time zones with clock changes these days have 23 and 25 hours.
  expect([addDays('2026-03-28', 1), addDays('2026-03-29', 1), addDays('2026-10-25', 1), addDays('2026-11-01', 1)]).toEqual([
    '2026-03-29',
    '2026-03-30',
    '2026-10-26',
    '2026-11-02',
  ])
})

test('MENT-12 starts the week of any day, Sunday included, on Monday', () => {
  expect(['2025-05-05', '2025-05-08', '2025-05-11'].map(startOfWeek)).toEqual(['2025-05-05', '2025-05-05', '2025-05-05'])
  expect([isoWeekday('2025-05-05'), isoWeekday('2025-05-11')]).toEqual([1, 7])
  expect(startOfWeek('2027-01-02')).toBe('2026-12-28')
})

test('adds months and clamps to the last day of a shorter month', () => {
  expect([addMonths('2026-12-15', 1), addMonths('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01'])
  expect([addMonthsClamped('2026-01-31', 1), addMonthsClamped('2026-03-31', -1), addMonthsClamped('2026-05-15', 1)]).toEqual([
    '2026-02-28',
    '2026-02-28',
    '2026-06-15',
  ])
})

test('MENT-25 returns ISO 8601 week numbers across the end of a year', () => {
  expect(['2025-05-05', '2026-12-31', '2027-01-03', '2027-01-04', '2024-12-30', '2020-12-31'].map(isoWeekNumber)).toEqual([
    19, 53, 53, 1, 1, 53,
  ])
})

test('MENT-25 returns six weeks from the start of a month', () => {
  const february = weeksOfMonth('2027-02-14')
  expect([february.length, february[0]?.[0], february.at(-1)?.[6]]).toEqual([6, '2027-02-01', '2027-03-14'])
  const august = weeksOfMonth('2026-08-01')
  expect([august.length, august[0]?.[0], august.at(-1)?.[6]]).toEqual([6, '2026-07-27', '2026-09-06'])
})
