import { contract } from '@academy/contract'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { expectConsole } from '../testing/capture-console.ts'
import type { MockApi } from '../testing/mock-api.ts'
import { sampleSession as providerSession } from '../testing/mock-auth-provider.ts'
import { type MockServices, mockAccount } from '../testing/mock-services.ts'
import { currentPath, navigationState, openApp, resetModules, storeSession } from '../testing/open-app.tsx'

const { courses } = contract
let api: MockApi
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockAccount())
})

const AWAY = /^We can't reach the sign-in service\. You're still signed in/

for (const path of ['/settings', '/login', '/signup', '/reset-password']) {
  test(`ROUTE-08 D-01 ${path} shows a notice while an expired session cannot be checked, then continues by itself`, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    expectConsole('warn', /AuthRetryableFetchError|Failed to fetch/)
    provider.breaks('POST', '/token')
    storeSession(providerSession('old', -60))
    await openApp(path)
    await act(() => vi.advanceTimersByTimeAsync(45_000))
    await screen.findByText(AWAY)
    expect([currentPath(), screen.queryByRole('heading', { level: 1 })]).toEqual([path, null])
    provider.signsIn(providerSession('new'))
    for (const route of [courses.sessions, courses.course]) api.refuse(route, 503, 'unavailable', 'Back in a minute.')
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(AWAY)).toBeNull()
    expect(currentPath()).toBe(path === '/login' || path === '/signup' ? '/dashboard' : path)
  })
}

test('ROUTE-08 D-01 redirects to sign-in when the provider refuses an expired session', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  expectConsole('warn', /AuthRetryableFetchError|Failed to fetch/)
  provider.breaks('POST', '/token')
  storeSession(providerSession('old', -60))
  await openApp('/settings')
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  provider.refuses('POST', '/token', { status: 400, code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Not Found' })
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(navigationState()).toEqual({ from: '/settings' })
})

test('ROUTE-08 a slow check shows a notice with a button that reloads the page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  provider.repliesAfter(new Promise(() => {}), 'POST', '/token', {})
  storeSession(providerSession('old', -60))
  await openApp('/settings')
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByRole('status').textContent).toMatch(AWAY)
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  expect(reload).toHaveBeenCalledTimes(1)
})

test('ROUTE-08 reloads the page when the network returns during the check', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  expectConsole('warn', /AuthRetryableFetchError|Failed to fetch/)
  provider.breaks('POST', '/token')
  storeSession(providerSession('old', -60))
  await openApp('/settings')
  window.dispatchEvent(new Event('online'))
  expect(reload).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  window.dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('ROUTE-08 retries loading the code of the auth client until it arrives', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  provider.signsIn(providerSession('new'))
  storeSession(providerSession('old', 60))
  resetModules()
  // Without a network the import fails.
  vi.doMock('./auth-client.ts', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  onTestFinished(() => vi.doUnmock('./auth-client.ts'))
  const { useSession } = await import('./session.ts')
  const { result } = renderHook(useSession)
  await waitFor(() => expect(result.current).toEqual({ status: 'loading', session: null, isUnreachable: true }))
  vi.doUnmock('./auth-client.ts')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(result.current.status).toBe('signed-in'))
})
