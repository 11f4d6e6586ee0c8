import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { reachability } from '../api/reachability.ts'
import { reloadOnce, reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

reloadOnMissingChunk()
let reload: MockInstance
beforeEach(() => {
  reload = vi.spyOn(window.location, 'reload').mockReturnValue()
})

const miss = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))

test('does not reload without a connection and reports the API as unreachable', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  miss()
  await vi.waitFor(() => expect(reachability.get()).toBe('unreachable'), { timeout: 60_000 })
  expect(reload).not.toHaveBeenCalled()
})

test('reloads the page once for a missing chunk, and not again after a second one', async () => {
  const fetchSpy = vi.fn(async () => new Response(null))
  vi.stubGlobal('fetch', fetchSpy)
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 60_000 })
  miss()
  await vi.waitFor(() => expect(fetchSpy).toHaveBeenCalledTimes(2), { timeout: 60_000 })
  await Promise.resolve()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('does not reload when storage is blocked', () => {
  const getItem = vi.fn(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  vi.stubGlobal('sessionStorage', { getItem })
  reloadOnce()
  expect([getItem.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
})
