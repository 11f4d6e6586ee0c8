import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { reachability } from '../api/reachability.ts'
import { reloadOnce, reloadWhenOutdated } from './reload-when-outdated.ts'

reloadWhenOutdated()
let reload: MockInstance
beforeEach(() => {
  reload = vi.spyOn(window.location, 'reload').mockReturnValue()
})

const miss = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))

test('without a connection the page stays as it is, and is known to be cut off', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  miss()
  await vi.waitFor(() => expect(reachability.get()).toBe('unreachable'), { timeout: 20_000 })
  expect(reload).not.toHaveBeenCalled()
})

test('a chunk that is gone after a deployment reloads the page, once; then the error stays on the error page', async () => {
  const asked = vi.fn(async () => new Response(null))
  vi.stubGlobal('fetch', asked)
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  miss()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 20_000 })
  await Promise.resolve()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a browser that denies its storage does not reload: it would not know that it has', () => {
  const getItem = vi.fn(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  vi.stubGlobal('sessionStorage', { getItem })
  reloadOnce()
  expect([getItem.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
})
