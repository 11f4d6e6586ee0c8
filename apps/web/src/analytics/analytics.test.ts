import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consoleOutput, expectConsole } from '../testing/console-watch.ts'
import { createAnalytics } from './analytics.ts'
import type { Message } from './message.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Idle time comes at once here, unless a test holds it back.
  vi.stubGlobal('requestIdleCallback', (work: () => void) => queueMicrotask(work))
})
afterEach(() => {
  vi.useRealTimers()
})

function recorded(options: Partial<Parameters<typeof createAnalytics>[0]> = {}) {
  const taken: Omit<Message, 'at'>[] = []
  const allowed: boolean[] = []
  const openDesk = vi.fn(async () => ({
    take: ({ at: _, ...message }: Message) => void taken.push(message),
    allow: (isAllowed: boolean) => void allowed.push(isAllowed),
  }))
  return { analytics: createAnalytics({ key: 'key', consent: 'implied', openDesk, ...options }), taken, allowed, openDesk }
}
/** The moment after which a page that has loaded is left to analytics. */
const leisure = () => vi.advanceTimersByTimeAsync(2000)

test('ANALYTICS-01 ANALYTICS-23 what happens before the libraries are there is kept for them; they are opened once', async () => {
  const { analytics, taken, openDesk } = recorded()
  analytics.start()
  analytics.pageViewed('/login')
  analytics.track('Clicked', { what: 'it' })
  expect(openDesk).not.toHaveBeenCalled()
  await leisure()
  await vi.waitFor(() => expect(taken).toHaveLength(2))
  analytics.start()
  analytics.pageViewed('/dashboard')
  await leisure()
  expect(openDesk).toHaveBeenCalledOnce()
  expect(taken).toEqual([
    { kind: 'view', path: '/login' },
    { kind: 'event', name: 'Clicked', properties: { what: 'it' } },
    { kind: 'view', path: '/dashboard' },
  ])
})

test('the libraries wait for the page to be loaded, two seconds, and the browser to be idle', async () => {
  let idle: () => void = () => undefined
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    idle = work
  })
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  const { analytics, openDesk } = recorded()
  analytics.start()
  await leisure()
  idle()
  expect(openDesk).not.toHaveBeenCalled()
  state.mockReturnValue('complete')
  window.dispatchEvent(new Event('load'))
  idle()
  expect(openDesk).not.toHaveBeenCalled()
  await leisure()
  expect(openDesk).not.toHaveBeenCalled()
  idle()
  expect(openDesk).toHaveBeenCalledOnce()
})

test('ANALYTICS-02 libraries that cannot be had are logged once and cost nothing, nor does an outdated page load anew', async () => {
  expectConsole('info', /Analytics failed: TypeError: blocked/)
  const reload = vi.fn()
  const openDesk = vi.fn(async () => {
    window.dispatchEvent(new Event('vite:preloadError'))
    throw new TypeError('blocked')
  })
  const { analytics } = recorded({ openDesk })
  window.addEventListener('vite:preloadError', reload)
  analytics.start()
  await leisure()
  await vi.waitFor(() => expect(consoleOutput('info')).toHaveLength(1))
  for (let index = 0; index < 500; index += 1) analytics.track('Clicked', { index })
  await leisure()
  window.removeEventListener('vite:preloadError', reload)
  expect([reload.mock.calls.length, openDesk.mock.calls.length]).toEqual([0, 1])
})

test('ANALYTICS-02 a library that throws is logged, and the page goes on', async () => {
  expectConsole('info', /Analytics failed: Error: broken/)
  const take = () => {
    throw new Error('broken')
  }
  const { analytics } = recorded({ openDesk: async () => ({ take, allow: take }) })
  analytics.start()
  analytics.pageViewed('/login')
  await leisure()
  await vi.waitFor(() => expect(consoleOutput('info')).toHaveLength(1))
  analytics.answer('no')
  expect(consoleOutput('info')).toHaveLength(2)
})

test('without a key nothing is loaded, and the log says so', async () => {
  expectConsole('info', /Analytics is off: no key/)
  const { analytics, openDesk } = recorded({ key: '' })
  analytics.start()
  analytics.pageViewed('/login')
  await leisure()
  expect([analytics.consent(), openDesk.mock.calls.length]).toEqual(['off', 0])
})

test('where people are asked, a yes opens with the page they are on and who they are; what they did before stays untold', async () => {
  const { analytics, taken, openDesk } = recorded({ consent: 'required' })
  analytics.start()
  for (const path of ['/login', '/dashboard']) analytics.pageViewed(path)
  analytics.track('Clicked')
  analytics.identify({ email: 'a@academy.test' })
  await leisure()
  expect([analytics.consent(), openDesk.mock.calls.length]).toEqual(['asking', 0])
  analytics.answer('yes')
  await leisure()
  await vi.waitFor(() => expect(taken).toHaveLength(2))
  expect(taken).toEqual([
    { kind: 'view', path: '/dashboard' },
    { kind: 'person', properties: { email: 'a@academy.test' } },
  ])
})

test('either answer is remembered, and a yes can be taken back and given again', async () => {
  const refused = recorded({ consent: 'required' })
  refused.analytics.start()
  refused.analytics.answer('no')
  const later = recorded({ consent: 'required' })
  later.analytics.start()
  await leisure()
  expect([later.analytics.consent(), later.openDesk.mock.calls.length]).toEqual(['no', 0])

  later.analytics.answer('yes')
  await leisure()
  await vi.waitFor(() => expect(later.openDesk).toHaveBeenCalledOnce())
  await leisure()
  later.analytics.answer('no')
  later.analytics.track('Clicked')
  later.analytics.answer('yes')
  expect(later.allowed).toEqual([false, true])
  expect(later.taken).toEqual([])
  const again = recorded({ consent: 'required' })
  again.analytics.start()
  expect(again.analytics.consent()).toBe('yes')
})
