import { expect, test } from 'vitest'
import { addDays, isoWeekday, localDay, startOfWeek } from './calendar-days.ts'

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
