import { expect, test } from 'vitest'
import { syncPace } from './sync-pace.ts'

test('retries failed runs with growing delays, up to the usual interval', () => {
  const pace = syncPace(300)
  expect([pace.delay(), pace.freshSeconds()]).toEqual([300, 150])
  const delays = Array.from({ length: 6 }, () => {
    pace.record('failed')
    return pace.delay()
  })
  expect(delays).toEqual([30, 60, 120, 240, 300, 300])
  pace.record('busy')
  expect(pace.delay(), 'that another run went on says nothing of how it ended').toBe(300)
  pace.record('done')
  expect(pace.delay()).toBe(300)
  pace.record('failed')
  expect(pace.delay()).toBe(30)
})

test('a failure never makes frequent runs rarer', () => {
  const pace = syncPace(10)
  for (let i = 0; i < 50; i += 1) pace.record('failed')
  expect(pace.delay()).toBe(10)
})

test('after a failure only a later successful run of any instance counts', () => {
  let time = 1_000_000
  const pace = syncPace(300, () => time)
  pace.record('failed')
  expect(pace.freshSeconds()).toBe(0)
  time += 30_000
  expect(pace.freshSeconds()).toBe(30)
  pace.record('fresh')
  expect(pace.freshSeconds()).toBe(150)
})
