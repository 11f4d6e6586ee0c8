import { expect, test } from 'vitest'
import { addIntervals, nextBoundary } from './cycle.ts'

const at = (text: string) => Date.parse(`${text}Z`) / 1000
const shown = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)
const monthly = { interval: 'month', interval_count: 1 }

test("bills on the last day of months without the anchor's day, and returns to that day", () => {
  const anchor = at('2027-01-31T10:20:30')
  const ends = [0, 1, 2, 3].map((times) => shown(addIntervals(anchor, monthly, times)))
  expect(ends).toEqual(['2027-01-31T10:20:30', '2027-02-28T10:20:30', '2027-03-31T10:20:30', '2027-04-30T10:20:30'])
})

test('a year after a leap day is the last day of February', () => {
  expect(shown(addIntervals(at('2028-02-29T00:00:00'), { interval: 'year', interval_count: 1 }, 1))).toBe('2029-02-28T00:00:00')
})

test('adds days and weeks', () => {
  expect(shown(addIntervals(at('2026-11-21T03:00:00'), { interval: 'week', interval_count: 2 }, 1))).toBe('2026-12-05T03:00:00')
  expect(shown(addIntervals(at('2026-11-21T03:00:00'), { interval: 'day', interval_count: 3 }, 2))).toBe('2026-11-27T03:00:00')
})

test('the next boundary lies after the given time, even if that time is a boundary', () => {
  const anchor = at('2026-08-31T12:00:00')
  expect(shown(nextBoundary(anchor, monthly, at('2026-09-30T11:59:59')))).toBe('2026-09-30T12:00:00')
  expect(shown(nextBoundary(anchor, monthly, at('2026-09-30T12:00:00')))).toBe('2026-10-31T12:00:00')
})
