import { expect, test } from 'vitest'
import { addMonths, nextBoundary } from './cycle.ts'

const at = (text: string) => Date.parse(`${text}Z`) / 1000
const shown = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)

test("bills on the last day of months without the anchor's day, and returns to that day", () => {
  const anchor = at('2027-01-31T10:20:30')
  const ends = [0, 1, 2, 3].map((months) => shown(addMonths(anchor, months)))
  expect(ends).toEqual(['2027-01-31T10:20:30', '2027-02-28T10:20:30', '2027-03-31T10:20:30', '2027-04-30T10:20:30'])
})

test('the next boundary lies after the given time, even if that time is a boundary', () => {
  const anchor = at('2026-08-31T12:00:00')
  expect(shown(nextBoundary(anchor, at('2026-09-30T11:59:59')))).toBe('2026-09-30T12:00:00')
  expect(shown(nextBoundary(anchor, at('2026-09-30T12:00:00')))).toBe('2026-10-31T12:00:00')
})
