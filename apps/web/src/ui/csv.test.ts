import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('INSIGHT-07 writes cells with separators in quotes, and numbers as they are', () => {
  expect(
    toCsv([
      ['Day', 'A "b", c'],
      ['2026-11-30', -12.5],
    ]),
  ).toBe('Day,"A ""b"", c"\r\n2026-11-30,-12.5\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('INSIGHT-07 writes %j as a text, not as a formula', (cell) => {
  expect(toCsv([[cell]])).toMatch(/^"'[=+\-@\t\r]/)
})
