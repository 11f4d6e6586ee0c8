import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { consoleOutput, expectConsole } from '../testing/capture-console.ts'
import type { MockApi } from '../testing/mock-api.ts'
import { sampleSession as providerSession, sampleUser } from '../testing/mock-auth-provider.ts'
import { type MockServices, mockAccount } from '../testing/mock-services.ts'
import { currentPath, navigationState, openApp, resetModules, storeSession } from '../testing/open-app.tsx'
import { settled } from '../testing/settled.ts'

let api: MockApi
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockAccount())
})

const openSettings = async (session: unknown = providerSession()) => {
  storeSession(session)
  const app = await openApp('/settings')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  const { updatePassword } = await import('./update-password.ts')
  return { ...app, updatePassword }
}

test('AUTH-25 AUTH-26 handles every session event of the provider', async () => {
  const { authClient } = await openSettings()
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  for (const event of ['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'PASSWORD_RECOVERY', 'MFA_CHALLENGE_VERIFIED', 'INITIAL_SESSION']) {
    await act(() => notify(event, providerSession(event)))
    expect(currentPath()).toBe('/settings')
  }
  await act(() => notify('SIGNED_OUT', null))
  await waitFor(() => expect(currentPath()).toBe('/login'))
})

test('AUTH-27 logs only the initial session with a user, once', async () => {
  await openSettings()
  await settled()
  expect(consoleOutput('info')).toEqual([`Session restored for ${sampleUser.id}`])
})

test('AUTH-27 logs nothing without a user', async () => {
  await openApp('/login')
  await screen.findByRole('heading', { level: 1 })
  await settled()
  expect(consoleOutput('info')).toEqual([])
})

test('times out when the provider never responds and reports it as unreachable', async () => {
  const { updatePassword } = await openSettings()
  const patience = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  const requested = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', (_url: unknown, { signal }: RequestInit) => {
    requested.resolve()
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const outcome = updatePassword('12345678')
  await requested.promise
  patience.abort(new DOMException('signal timed out', 'TimeoutError'))
  expect((await outcome).error?.message).toMatch(/^We can't reach the academy/)
})

test('AUTH-28 sends the anonymous key, and the session’s bearer token once there is a session', async () => {
  const { updatePassword } = await openSettings()
  provider.updatesUser()
  await act(() => updatePassword('12345678'))
  const [call] = provider.calls('PUT', '/user')
  expect(call?.headers.has('apikey')).toBe(true)
  expect(call?.token).toBe('Bearer first-access-token')
})

test('AUTH-29 checks the token every 30 seconds and refreshes it less than 90 seconds before it expires', async () => {
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

test('D-110 shares one refresh between concurrent callers', async () => {
  const { session } = await openSettings()
  provider.signsIn(providerSession('second'))
  const tokens = await act(() => Promise.all([session.refreshAccessToken(), session.refreshAccessToken(), session.refreshAccessToken()]))
  expect(tokens).toEqual(['second-access-token', 'second-access-token', 'second-access-token'])
  expect(provider.calls('POST', '/token')).toHaveLength(1)
})

test('D-01 a refused refresh ends the session and redirects to sign-in with the return path', async () => {
  const { session } = await openSettings()
  provider.refuses('POST', '/token', { status: 400, code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' })
  provider.signsOut()
  expect(await act(() => session.refreshAccessToken())).toBeNull()
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(navigationState()).toEqual({ from: '/settings' })
})

test('keeps the session when a refresh fails because of the network', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { session } = await openSettings()
  provider.breaks('POST', '/token')
  const token = session.refreshAccessToken()
  token.catch(() => undefined)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await expect(token).rejects.toMatchObject({ status: 0 })
  expect(currentPath()).toBe('/settings')
})

const GATEWAY_PAGE = () => new Response('<html><h1>Bad gateway</h1></html>', { status: 502, headers: { 'content-type': 'text/html' } })

for (const [response, reply] of [
  ['429', () => Response.json({ code: 'over_request_rate_limit', message: 'Request rate limit reached' }, { status: 429 })],
  ['500', () => Response.json({ code: 'unexpected_failure', message: 'Unexpected failure' }, { status: 500 })],
  ['the page of a gateway', GATEWAY_PAGE],
  // The body of Supabase's gateway, also after the operator disabled the older keys.
  ['401 about the API key', () => Response.json({ message: 'Legacy API keys are disabled', hint: 'Use the new keys.' }, { status: 401 })],
  ['the page of a firewall', () => new Response('<html>Forbidden</html>', { status: 403 })],
] as const) {
  test(`SIGNIN-03 a refresh with response ${response} keeps the user signed in, expired or not`, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    expectConsole('warn', /AuthRetryableFetchError/)
    api.on('POST', '/auth/v1/token', reply)
    const { session } = await openSettings()
    const token = session.refreshAccessToken()
    token.catch(() => undefined)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await expect(token).rejects.toMatchObject({ status: 503 })
    await act(() => vi.advanceTimersByTimeAsync(3_600_000))
    expect(localStorage.getItem('academy.auth')).toContain('first-refresh-token')
    expect(currentPath()).toBe('/settings')
    provider.signsIn(providerSession('second'))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(await session.accessToken()).toBe('second-access-token')
  })
}

test('SIGNIN-04 returns an empty message for a gateway’s error page', async () => {
  const { updatePassword } = await openSettings()
  api.on('PUT', '/auth/v1/user', () => new Response('<html>Forbidden</html>', { status: 403 }))
  expect((await updatePassword('12345678')).error).toMatchObject({ message: '' })
  api.on('PUT', '/auth/v1/user', GATEWAY_PAGE)
  expect((await updatePassword('12345678')).error).toMatchObject({ message: '' })
})

test.each([
  [
    'words for operators',
    () => Response.json({ code: 'unexpected_failure', msg: 'Unexpected failure, please check server logs' }, { status: 500 }),
  ],
  ['no words', () => Response.json({}, { status: 504 })],
  ['a page instead of JSON', () => new Response('<html>Welcome to our WiFi</html>', { headers: { 'content-type': 'text/html' } })],
])('SIGNIN-04 a failure of the provider with %s is a refusal without words', async (_name, reply) => {
  const { updatePassword } = await openSettings()
  api.on('PUT', '/auth/v1/user', reply)
  expect((await updatePassword('12345678')).error).toMatchObject({ message: '' })
})

test.each([{}, { code: 500 }, { message: '' }, []])(
  'D-18 an answer of the provider without a message (%j) is a refusal without words',
  async (body) => {
    const { updatePassword } = await openSettings()
    api.on('PUT', '/auth/v1/user', () => Response.json(body, { status: 400 }))
    expect((await updatePassword('12345678')).error).toMatchObject({ message: '' })
  },
)

test('API-03 returns no token without a session and notices an emptied storage', async () => {
  const { session } = await openSettings()
  localStorage.clear()
  expect(await act(() => session.accessToken())).toBeNull()
  await waitFor(() => expect(currentPath()).toBe('/login'))
})

test('D-12 notifies sign-out listeners when the session ends and when another user signs in', async () => {
  const { session, authClient } = await openSettings()
  const heard = vi.fn()
  session.onSignOut(heard)
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  await act(() => notify('TOKEN_REFRESHED', providerSession('second')))
  expect(heard).toHaveBeenCalledTimes(0)
  const other = { ...providerSession('third'), user: { ...sampleUser, id: '99999999-2222-4333-8444-555555555555' } }
  storeSession(other)
  await act(() => notify('SIGNED_IN', other))
  expect(heard).toHaveBeenCalledTimes(1)
  await act(() => notify('SIGNED_OUT', null))
  expect(heard).toHaveBeenCalledTimes(2)
})

test('PROMPT-42 shows the values that a user filled into prompts to no other user, also after a session that expired', async () => {
  const { authClient } = await openSettings()
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  const values = () => localStorage.getItem('academy.draft.field-values')
  localStorage.setItem('academy.draft.field-values', '{"product":"a shop"}')
  await act(() => notify('SIGNED_OUT', null))
  await act(() => notify('SIGNED_IN', providerSession('second')))
  expect(values()).toBe('{"product":"a shop"}')
  await act(() => notify('SIGNED_OUT', null))
  const other = { ...providerSession('third'), user: { ...sampleUser, id: '99999999-2222-4333-8444-555555555555' } }
  storeSession(other)
  await act(() => notify('SIGNED_IN', other))
  expect(values()).toBeNull()
})

test('a refresh that another tab overtook returns the token of that tab', async () => {
  const { session } = await openSettings()
  const refreshed = Promise.withResolvers<void>()
  provider.repliesAfter(refreshed.promise, 'POST', '/token', providerSession('second'))
  const token = session.refreshAccessToken()
  await waitFor(() => expect(provider.calls('POST', '/token')).toHaveLength(1))
  storeSession(providerSession('other'))
  refreshed.resolve()
  expect(await act(() => token)).toBe('other-access-token')
})

test('D-18 a password that could not be confirmed has a message, also when a gateway responds', async () => {
  await openSettings()
  api.on('POST', '/auth/v1/token', () => new Response('<html>Forbidden</html>', { status: 403 }))
  const { confirmPassword } = await import('./confirm-password.ts')
  await expect(confirmPassword('ada@example.com', '12345678')).rejects.toThrow('Please try again.')
})

test('D-18 reports what the auth library throws and returns an empty message', async () => {
  const { authClient, updatePassword } = await openSettings()
  expectConsole('error', /broken library/)
  vi.spyOn(authClient, 'updateUser').mockRejectedValue(new Error('broken library'))
  expect(await updatePassword('12345678')).toEqual({ error: { message: '' } })
})

test('D-01 a token that needs no refresh is used at once; the auth client starts later and finds an emptied storage', async () => {
  storeSession(providerSession())
  resetModules()
  const session = await import('./session.ts')
  const { result } = renderHook(session.useSession)
  expect(result.current).toMatchObject({ status: 'signed-in', session: { user: { id: sampleUser.id } } })
  expect(await session.accessToken()).toBe('first-access-token')
  localStorage.clear()
  act(session.startAuthClient)
  await waitFor(() => expect(result.current.status).toBe('signed-out'))
})

test('D-12 sends no token of another user who signed in in another tab before the auth client has started', async () => {
  storeSession(providerSession())
  resetModules()
  const session = await import('./session.ts')
  const { result } = renderHook(session.useSession)
  storeSession({ ...providerSession('other'), user: { ...sampleUser, id: '99999999-2222-4333-8444-555555555555' } })
  await act(() => session.accessToken())
  expect(result.current.session?.user.id).toBe('99999999-2222-4333-8444-555555555555')
})

test('D-12 follows another user who signed in in another tab when a token is read, before the event of that tab arrives', async () => {
  const { session } = await openSettings()
  expect(await session.accessToken()).toBe('first-access-token')
  const signedOut = vi.fn()
  session.onSignOut(signedOut)
  storeSession({ ...providerSession('other'), user: { ...sampleUser, id: '99999999-2222-4333-8444-555555555555' } })
  await act(() => session.accessToken())
  expect(session.currentSession()?.user.id).toBe('99999999-2222-4333-8444-555555555555')
  expect(signedOut).toHaveBeenCalledTimes(1)
  await screen.findByLabelText('First name')
})
