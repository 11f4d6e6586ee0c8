import { expect, test, vi } from 'vitest'
import { formatDate } from './format-date.ts'

test('writes American dates', () => {
  expect(formatDate('2026-11-22T12:00:00Z')).toBe('Nov 22, 2026')
  expect(formatDate(new Date('2027-02-01T23:00:00Z'), { dateStyle: 'long', timeZone: 'UTC' })).toBe('February 1, 2027')
})

test('creates one formatter for dates of the same look', () => {
  const create = vi.spyOn(Intl, 'DateTimeFormat')
  for (const day of [20, 21]) formatDate(Date.UTC(2026, 10, day), { weekday: 'long', timeZone: 'UTC' })
  expect(create).toHaveBeenCalledTimes(1)
})
