import { expect, test, vi } from 'vitest'
import { dateFormat } from './date-format.ts'

test('creates one formatter, when the first date is formatted', () => {
  const create = vi.spyOn(Intl, 'DateTimeFormat')
  const format = dateFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  expect(create).not.toHaveBeenCalled()
  expect(format(Date.UTC(2026, 10, 20))).toBe('20 November 2026')
  expect(format(new Date('2027-02-01T23:00:00Z'))).toBe('1 February 2027')
  expect(create).toHaveBeenCalledTimes(1)
})
