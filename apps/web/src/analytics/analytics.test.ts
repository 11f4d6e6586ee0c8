import { beforeEach, expect, test, vi } from 'vitest'
import { consoleOutput, expectConsole } from '../testing/capture-console.ts'
import { createAnalytics } from './analytics.ts'
import type { Message } from './message.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Idle callbacks run at once by default.
  vi.stubGlobal('requestIdleCallback', (work: () => void) => queueMicrotask(work))
})

function recorded(options: Partial<Parameters<typeof createAnalytics>[0]> = {}) {
  const tracked: Omit<Message, 'at'>[] = []
  const allowed: boolean[] = []
  const loadTracker = vi.fn(async () => ({
    track: ({ at: _, ...message }: Message) => void tracked.push(message),
    setAllowed: (isAllowed: boolean) => void allowed.push(isAllowed),
  }))
  return { analytics: createAnalytics({ key: 'key', consent: 'implied', loadTracker, ...options }), tracked, allowed, loadTracker }
}
/** Waits for the idle delay. */
const waitUntilIdle = () => vi.advanceTimersByTimeAsync(2000)

test('ANALYTICS-01 ANALYTICS-23 queues events until the libraries have loaded, once', async () => {
  const { analytics, tracked, loadTracker } = recorded()
  analytics.start()
  analytics.trackPageView('/login')
  analytics.track('Clicked', { what: 'it' })
  expect(loadTracker).not.toHaveBeenCalled()
  await waitUntilIdle()
  await expect.poll(() => tracked).toHaveLength(2)
  analytics.start()
  analytics.trackPageView('/dashboard')
  await waitUntilIdle()
  expect(loadTracker).toHaveBeenCalledOnce()
  expect(tracked).toEqual([
    { kind: 'view', path: '/login' },
    { kind: 'event', name: 'Clicked', properties: { what: 'it' } },
    { kind: 'view', path: '/dashboard' },
  ])
})

test('PRIVATE-02 queues a sign-out even when the queue is full', async () => {
  const { analytics, tracked } = recorded()
  analytics.start()
  analytics.identify('account-1', {})
  for (let index = 0; index < 500; index += 1) analytics.track('Clicked', { index })
  analytics.clearAccount()
  await waitUntilIdle()
  await expect.poll(() => tracked.at(-1)).toEqual({ kind: 'account' })
  expect(tracked).toHaveLength(101)
})

test('waits until the user has neither typed nor clicked for two seconds', async () => {
  const { analytics, loadTracker } = recorded()
  analytics.start()
  for (const input of ['keydown', 'pointerdown', 'keydown']) {
    await vi.advanceTimersByTimeAsync(1500)
    dispatchEvent(new Event(input))
  }
  await vi.advanceTimersByTimeAsync(1999)
  expect(loadTracker).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(loadTracker).toHaveBeenCalledOnce()
})

test('loads the libraries two seconds after the page, when the browser is idle', async () => {
  let idle: () => void = () => undefined
  const requestIdleCallback = vi.fn((work: () => void, _options?: IdleRequestOptions) => {
    idle = work
  })
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  const { analytics, loadTracker } = recorded()
  analytics.start()
  await waitUntilIdle()
  idle()
  expect(loadTracker).not.toHaveBeenCalled()
  state.mockReturnValue('complete')
  window.dispatchEvent(new Event('load'))
  idle()
  expect(loadTracker).not.toHaveBeenCalled()
  await waitUntilIdle()
  expect(loadTracker).not.toHaveBeenCalled()
  // A busy browser may never be idle.
  expect(requestIdleCallback.mock.lastCall?.[1]).toEqual({ timeout: 2000 })
  idle()
  expect(loadTracker).toHaveBeenCalledOnce()
})

test('ANALYTICS-02 logs libraries that fail to load once and does not reload the page', async () => {
  expectConsole('info', /Analytics failed: TypeError: blocked/)
  const reload = vi.fn()
  const loadTracker = vi.fn(async () => {
    window.dispatchEvent(new Event('vite:preloadError'))
    throw new TypeError('blocked')
  })
  const { analytics } = recorded({ loadTracker })
  window.addEventListener('vite:preloadError', reload)
  analytics.start()
  await waitUntilIdle()
  await expect.poll(() => consoleOutput('info')).toHaveLength(1)
  for (let index = 0; index < 500; index += 1) analytics.track('Clicked', { index })
  await waitUntilIdle()
  window.removeEventListener('vite:preloadError', reload)
  expect([reload.mock.calls.length, loadTracker.mock.calls.length]).toEqual([0, 1])
})

test('ANALYTICS-02 logs errors that a library throws', async () => {
  expectConsole('info', /Analytics failed: Error: broken/)
  const fail = () => {
    throw new Error('broken')
  }
  const { analytics } = recorded({ loadTracker: async () => ({ track: fail, setAllowed: fail }) })
  analytics.start()
  analytics.trackPageView('/login')
  await waitUntilIdle()
  await expect.poll(() => consoleOutput('info')).toHaveLength(1)
  analytics.answer('no')
  expect(consoleOutput('info')).toHaveLength(2)
})

test('loads nothing without a key and logs it', async () => {
  expectConsole('info', /Analytics is off: no key/)
  const { analytics, loadTracker } = recorded({ key: '' })
  analytics.start()
  analytics.trackPageView('/login')
  await waitUntilIdle()
  expect([analytics.consent(), loadTracker.mock.calls.length]).toEqual(['off', 0])
})

test('after consent sends the current page and account, and no earlier events', async () => {
  const { analytics, tracked, loadTracker } = recorded({ consent: 'required' })
  analytics.start()
  for (const path of ['/login', '/dashboard']) analytics.trackPageView(path)
  analytics.track('Clicked')
  analytics.identify('account-1', { email: 'a@academy.test' })
  await waitUntilIdle()
  expect([analytics.consent(), loadTracker.mock.calls.length]).toEqual(['asking', 0])
  analytics.answer('yes')
  await waitUntilIdle()
  await expect.poll(() => tracked).toHaveLength(2)
  expect(tracked).toEqual([
    { kind: 'view', path: '/dashboard' },
    { kind: 'account', account: { id: 'account-1', properties: { email: 'a@academy.test' } } },
  ])
})

test('stores the consent, which can be withdrawn and given again', async () => {
  const refused = recorded({ consent: 'required' })
  refused.analytics.start()
  refused.analytics.answer('no')
  const later = recorded({ consent: 'required' })
  later.analytics.start()
  await waitUntilIdle()
  expect([later.analytics.consent(), later.loadTracker.mock.calls.length]).toEqual(['no', 0])

  later.analytics.answer('yes')
  await waitUntilIdle()
  await expect.poll(() => later.loadTracker).toHaveBeenCalledOnce()
  await waitUntilIdle()
  later.analytics.answer('no')
  later.analytics.track('Clicked')
  later.analytics.answer('yes')
  expect(later.allowed).toEqual([false, true])
  expect(later.tracked).toEqual([])
  const again = recorded({ consent: 'required' })
  again.analytics.start()
  expect(again.analytics.consent()).toBe('yes')
})

test.each(['yes', 'no'] as const)('R-16 follows the answer %j of another tab', async (answer) => {
  const { analytics, allowed, tracked, loadTracker } = recorded({ consent: 'required' })
  const answerElsewhere = (newValue: string) => dispatchEvent(new StorageEvent('storage', { key: 'academy.analytics', newValue }))
  analytics.start()
  analytics.answer('yes')
  await waitUntilIdle()
  await expect.poll(() => loadTracker).toHaveBeenCalledOnce()
  if (answer === 'yes') answerElsewhere('no')
  answerElsewhere(answer)
  analytics.track('Clicked')
  expect([analytics.consent(), allowed.at(-1), tracked.length]).toEqual(answer === 'yes' ? ['yes', true, 1] : ['no', false, 0])
})

test('follows no other tab where consent is implied, or without a key', () => {
  expectConsole('info', /Analytics is off: no key/)
  const all = [recorded(), recorded({ consent: 'required', key: '' })].map(({ analytics }) => analytics)
  for (const analytics of all) analytics.start()
  dispatchEvent(new StorageEvent('storage', { key: 'academy.analytics', newValue: 'no' }))
  expect(all.map(({ consent }) => consent())).toEqual(['yes', 'off'])
})
