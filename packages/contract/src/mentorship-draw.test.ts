import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  closingTime,
  drawPlaces,
  formatList,
  hashList,
  isWeek,
  parseList,
  randomnessOf,
  roundOf,
  roundTime,
  weekOf,
  weeksAfter,
} from './mentorship-draw.ts'

test('DRAW-02 a week begins on Monday in UTC, and its registration ends the moment before', () => {
  expect(['2026-11-30', '2026-11-29', '2026-13-30', '2026-02-30', '2026-11-3', 'x'].map(isWeek)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(new Date(closingTime('2026-11-30') - 1).toISOString()).toBe('2026-11-29T23:59:59.999Z')
  expect([weekOf(closingTime('2026-11-30') - 1), weekOf(closingTime('2026-11-30'))]).toEqual(['2026-11-23', '2026-11-30'])
  expect([weeksAfter('2026-12-28', 1), weeksAfter('2026-03-30', -8)]).toEqual(['2027-01-04', '2026-02-02'])
})

test('DRAW-04 the round of a week is the first one that is published an hour after registration ends', () => {
  for (const week of ['2026-11-30', '2027-03-29', '2027-10-25']) {
    const late = roundTime(roundOf(week)) - closingTime(week) - 3_600_000
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(3000)
  }
  // By drand's own formula: the round at a time is 1 + (time - genesis) / period.
  expect(roundOf('2026-11-30')).toBe(1 + Math.ceil((Date.parse('2026-11-30T01:00:00Z') / 1000 - 1_692_803_367) / 3))
})

test('DRAW-04 the random value of a round is the hash of its signature, as at quicknet', async () => {
  const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
  expect(await randomnessOf(signature)).toBe('fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd')
})

test('DRAW-03 the list has the sorted codes, a star after those of recent winners, and reads back', async () => {
  const entrants = [
    { code: 'c', isRecent: false },
    { code: 'a', isRecent: true },
    { code: 'b', isRecent: false },
  ]
  expect(formatList(entrants)).toBe('a*\nb\nc')
  expect(parseList(formatList(entrants))).toEqual([entrants[1], entrants[2], entrants[0]])
  expect([formatList([]), parseList('')]).toEqual(['', []])
  expect(await hashList('a*\nb\nc')).toBe(createHash('sha256').update('a*\nb\nc').digest('hex'))
})

test('DRAW-06 recent winners are drawn after all others', async () => {
  const entrants = Array.from({ length: 5 }, (_, n) => ({ code: String(n), isRecent: n < 4 }))
  const places = await drawPlaces('00'.repeat(32), entrants)
  expect([places[0], places.length, new Set(places).size]).toEqual(['4', 5, 5])
})
