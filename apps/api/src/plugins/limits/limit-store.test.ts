import { expect, onTestFinished, test, vi } from 'vitest'
import { LimitStore } from './limit-store.ts'

const MINUTE = 60_000

const store = (options: Partial<ConstructorParameters<typeof LimitStore>[0]> = {}) =>
  new LimitStore({ windowMs: MINUTE, callers: 10, reportFrom: Number.POSITIVE_INFINITY, ...options })

function count(limit: LimitStore, caller: string, method: 'incr' | 'read' = 'incr') {
  let counted = { current: Number.NaN, ttl: Number.NaN }
  limit[method](caller, (_error, result) => {
    if (result) counted = result
  })
  return counted
}

test('a window starts with the first request and ends on time, regardless of later ones', () => {
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const setTime = (milliseconds: number) => clock.mockReturnValue(start + milliseconds)
  setTime(0)
  const limit = store({ windowMs: 300 })
  expect(count(limit, 'a').current).toBe(1)
  setTime(100)
  const second = count(limit, 'a')
  expect(second.current).toBe(2)
  expect(second.ttl).toBeLessThanOrEqual(210)
  expect(count(limit, 'b').current, 'each caller has its own window').toBe(1)
  setTime(350)
  expect(count(limit, 'a').current).toBe(1)
})

test('reads a window without counting', () => {
  const limit = store()
  expect(count(limit, 'a', 'read').current).toBe(0)
  count(limit, 'a')
  expect(count(limit, 'a', 'read').current).toBe(1)
  expect(count(limit, 'a', 'read').current).toBe(1)
})

test('drops the least recent caller when there are too many', () => {
  const limit = store({ callers: 2 })
  for (const caller of 'abc') count(limit, caller)
  expect(count(limit, 'b').current).toBe(2)
  expect(count(limit, 'c').current).toBe(2)
  expect(count(limit, 'a').current).toBe(1)
})

test('reports frequent callers once; counts reports of other instances without passing them on', () => {
  const [here, there] = [store({ reportFrom: 3 }), store({ reportFrom: 3 })]
  for (const caller of ['few', 'many', 'few', 'many', 'many']) count(here, caller)
  const reports = here.takeReports()
  expect(reports).toEqual([['many', 3]])
  expect(here.takeReports()).toEqual([])
  for (const report of reports) there.add(report)
  expect(count(there, 'many').current).toBe(4)
  expect(there.takeReports()).toEqual([['many', 1]])
  count(here, 'many')
  expect(here.takeReports()).toEqual([['many', 1]])
})
