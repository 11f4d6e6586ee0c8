import { contract } from '@academy/contract'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type CannedApi, cannedApi } from '../testing/canned-api.ts'
import { cannedProvider, sampleSession as providerSession, sampleUser } from '../testing/canned-provider.ts'
import { consoleOutput, expectConsole } from '../testing/console-watch.ts'
import { address, forgetModules, keepSession, navigationState, openApp } from '../testing/open-app.tsx'
import { sampleContext } from '../testing/samples.ts'

const { accounts, courses } = contract
let api: CannedApi
let provider: ReturnType<typeof cannedProvider>

beforeEach(() => {
  api = cannedApi()
  provider = cannedProvider(api)
  api.reply(accounts.context, 200, sampleContext())
})
afterEach(() => api.expectNothingElse())

const openSettings = async (session: unknown = providerSession()) => {
  keepSession(session)
  const app = await openApp('/settings')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  return app
}
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

test('AUTH-25 AUTH-26 every session event of the provider is taken in without error', async () => {
  const { authClient } = await openSettings()
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  for (const event of ['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'PASSWORD_RECOVERY', 'MFA_CHALLENGE_VERIFIED', 'INITIAL_SESSION']) {
    await act(() => notify(event, providerSession(event)))
    expect(address()).toBe('/settings')
  }
  await act(() => notify('SIGNED_OUT', null))
  await waitFor(() => expect(address()).toBe('/login'))
})

test('AUTH-27 of all events only the initial session with a user is logged, once', async () => {
  await openSettings()
  await settled()
  expect(consoleOutput('info')).toEqual([`Session restored for ${sampleUser.id}`])
})

test('AUTH-27 without a user nothing is logged', async () => {
  await openApp('/login')
  await screen.findByRole('heading', { level: 1 })
  await settled()
  expect(consoleOutput('info')).toEqual([])
})

test('a provider that never answers is given up, and said not to be reachable', async () => {
  const { session } = await openSettings()
  const patience = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  const asked = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', (_address: unknown, { signal }: RequestInit) => {
    asked.resolve()
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const outcome = session.updatePassword('12345678')
  await asked.promise
  patience.abort(new DOMException('signal timed out', 'TimeoutError'))
  expect((await outcome).error?.message).toMatch(/^The academy cannot be reached/)
})

test('AUTH-28 the provider is called with the anonymous key, and with the bearer of the session once there is one', async () => {
  const { session } = await openSettings()
  provider.updatesUser()
  await act(() => session.updatePassword('12345678'))
  const [call] = provider.calls('PUT', '/user')
  expect(call?.headers.has('apikey')).toBe(true)
  expect(call?.token).toBe('Bearer first-access-token')
})

test('AUTH-29 every 30 seconds the token is looked at, and refreshed under 90 seconds before its end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  provider.signsIn(providerSession('second'))
  const { session } = await openSettings(providerSession('first', 200))
  const refreshes = () => provider.calls('POST', '/token').length

  await act(() => vi.advanceTimersByTimeAsync(75_000))
  expect(refreshes()).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  expect(refreshes()).toBe(1)
  expect(provider.calls('POST', '/token')[0]?.search.get('grant_type')).toBe('refresh_token')
  expect(await session.accessToken()).toBe('second-access-token')
})

test('D-110 whoever asks for a new token at the same time shares one refresh', async () => {
  const { session } = await openSettings()
  provider.signsIn(providerSession('second'))
  const tokens = await act(() => Promise.all([session.refreshAccessToken(), session.refreshAccessToken(), session.refreshAccessToken()]))
  expect(tokens).toEqual(['second-access-token', 'second-access-token', 'second-access-token'])
  expect(provider.calls('POST', '/token')).toHaveLength(1)
})

test('D-01 a refresh that the provider refuses ends the session and leads to sign-in, with the page remembered', async () => {
  const { session } = await openSettings()
  provider.refuses('POST', '/token', { status: 400, code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' })
  provider.signsOut()
  expect(await act(() => session.refreshAccessToken())).toBeNull()
  await waitFor(() => expect(address()).toBe('/login'))
  expect(navigationState()).toEqual({ from: '/settings' })
})

test('a refresh that fails because the network does leaves the session alone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { session } = await openSettings()
  provider.breaks('POST', '/token')
  const token = session.refreshAccessToken()
  token.catch(() => undefined)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await expect(token).rejects.toMatchObject({ status: 0 })
  expect(address()).toBe('/settings')
})

test('API-03 without a session there is no token, and the screens hear of a storage that was emptied', async () => {
  const { session } = await openSettings()
  localStorage.clear()
  expect(await act(() => session.accessToken())).toBeNull()
  await waitFor(() => expect(address()).toBe('/login'))
})

test('D-12 who listens for the end of a session hears of it, and of another person taking over', async () => {
  const { session, authClient } = await openSettings()
  const heard = vi.fn()
  session.onSignOut(heard)
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  await act(() => notify('TOKEN_REFRESHED', providerSession('second')))
  expect(heard).toHaveBeenCalledTimes(0)
  const other = { ...providerSession('third'), user: { ...sampleUser, id: '99999999-2222-4333-8444-555555555555' } }
  await act(() => notify('SIGNED_IN', other))
  expect(heard).toHaveBeenCalledTimes(1)
  await act(() => notify('SIGNED_OUT', null))
  expect(heard).toHaveBeenCalledTimes(2)
})

test('D-18 what the provider’s library throws is a refusal without words, and is reported', async () => {
  const { session, authClient } = await openSettings()
  expectConsole('error', /broken library/)
  vi.spyOn(authClient, 'updateUser').mockRejectedValue(new Error('broken library'))
  expect(await session.updatePassword('12345678')).toEqual({ error: { message: '' } })
})

const AWAY = /^We cannot reach the sign-in service right now\. Your session is kept/

for (const path of ['/settings', '/login', '/signup', '/reset-password']) {
  test(`ROUTE-08 D-01 while an expired session cannot be checked ${path} says so, and shows neither itself nor sign-in; it goes on by itself`, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    expectConsole('warn', /AuthRetryableFetchError|Failed to fetch/)
    provider.breaks('POST', '/token')
    keepSession(providerSession('old', -60))
    await openApp(path)
    await act(() => vi.advanceTimersByTimeAsync(45_000))
    await screen.findByText(AWAY)
    expect([address(), screen.queryByRole('heading', { level: 1 })]).toEqual([path, null])
    provider.signsIn(providerSession('new'))
    for (const route of [courses.sessions, courses.course]) api.refuse(route, 503, 'unavailable', 'Back in a minute.')
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(AWAY)).toBeNull()
    expect(address()).toBe(path === '/login' || path === '/signup' ? '/dashboard' : path)
  })
}

test('ROUTE-08 D-01 an expired session that the provider then refuses leads to sign-in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  expectConsole('warn', /AuthRetryableFetchError|Failed to fetch/)
  provider.breaks('POST', '/token')
  keepSession(providerSession('old', -60))
  await openApp('/settings')
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  provider.refuses('POST', '/token', { status: 400, code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Not Found' })
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(navigationState()).toEqual({ from: '/settings' })
})

test('ROUTE-08 a check that takes long says so, with another try that loads the page again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  provider.answersAfter(new Promise(() => {}), 'POST', '/token', {})
  keepSession(providerSession('old', -60))
  await openApp('/settings')
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByRole('status').textContent).toMatch(AWAY)
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  expect(reload).toHaveBeenCalledTimes(1)
})

test('ROUTE-08 who waits to be known is asked for anew as soon as the network is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  expectConsole('warn', /AuthRetryableFetchError|Failed to fetch/)
  provider.breaks('POST', '/token')
  keepSession(providerSession('old', -60))
  await openApp('/settings')
  window.dispatchEvent(new Event('online'))
  expect(reload).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  window.dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('AUTH-26 another try keeps what a link from a mail brought along', async () => {
  const hash = '#access_token=x&refresh_token=y&expires_in=3600&token_type=bearer&type=signup'
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  provider.answersAfter(new Promise(() => {}), 'GET', '/user', {})
  const { session } = await openApp(`/dashboard${hash}`)
  expect(address()).toBe('/dashboard')
  session.beginAnew()
  expect([address(), reload.mock.calls.length]).toEqual([`/dashboard${hash}`, 1])
  window.history.replaceState(null, '', '/')
})

test('ROUTE-08 where the code of the provider’s client does not arrive, it is fetched again until it does', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  keepSession(providerSession())
  forgetModules()
  // As in a browser whose network is gone: the import fails.
  vi.doMock('./auth-client.ts', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  onTestFinished(() => vi.doUnmock('./auth-client.ts'))
  const { useSession } = await import('./session.ts')
  const { result } = renderHook(useSession)
  await waitFor(() => expect(result.current).toEqual({ status: 'loading', session: null, isUnanswered: true }))
  vi.doUnmock('./auth-client.ts')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(result.current.status).toBe('signed-in'))
})
