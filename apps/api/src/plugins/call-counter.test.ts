import { expect, test } from 'vitest'
import { CallCounter } from './call-counter.ts'

const MINUTE = 60_000

test('a window begins with the first call of a caller and ends on its own, however many calls are made', () => {
  const counter = new CallCounter(MINUTE, 10)
  expect(counter.count('a', 1_000)).toMatchObject({ calls: 1, until: 61_000 })
  expect(counter.count('a', 60_999)).toMatchObject({ calls: 2, until: 61_000 })
  expect(counter.count('b', 60_999).calls, 'each caller has one of its own').toBe(1)
  expect(counter.count('a', 61_000)).toMatchObject({ calls: 1, until: 121_000 })
})

test('beyond the most callers the oldest window is forgotten, and no other', () => {
  const counter = new CallCounter(MINUTE, 2)
  for (const [now, caller] of [...'abc'].entries()) counter.count(caller, now)
  expect(counter.count('b', 10).calls).toBe(2)
  expect(counter.count('c', 10).calls).toBe(2)
  expect(counter.count('a', 10).calls).toBe(1)
})

test('calls of those who make many are told once, and what is heard counts and is not told on', () => {
  const [here, there] = [new CallCounter(MINUTE, 10, 3), new CallCounter(MINUTE, 10, 3)]
  for (const caller of ['few', 'many', 'few', 'many', 'many']) here.count(caller, 0)
  const news = here.takeNews()
  expect(news).toEqual([['many', 3]])
  expect(here.takeNews()).toEqual([])
  for (const one of news) there.hear(one, 10)
  expect(there.count('many', 20).calls).toBe(4)
  expect(there.takeNews()).toEqual([['many', 1]])
  here.count('many', 30)
  expect(here.takeNews()).toEqual([['many', 1]])
})
