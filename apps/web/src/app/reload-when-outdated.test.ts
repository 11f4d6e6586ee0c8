import { expect, test, vi } from 'vitest'
import { reloadWhenOutdated } from './reload-when-outdated.ts'

test('a chunk that is gone after a deployment reloads the page, once; then the error goes on to the error page', () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  reloadWhenOutdated()
  const miss = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([miss(), reload.mock.calls.length]).toEqual([true, 1])
  expect([miss(), reload.mock.calls.length]).toEqual([false, 1])
})
