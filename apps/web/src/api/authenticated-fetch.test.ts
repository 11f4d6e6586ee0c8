import type { ApiErrorBody } from '@academy/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, needsSignIn } from './api-error.ts'
import { createClient, unwrapResponse } from './client.ts'
import { reachability } from './reachability.ts'

const HOST = 'https://api.academy.test'
const context = { success: true, data: {} }

const unauthenticated: ApiErrorBody = { success: false, error: 'Sign in again.', message: 'Sign in again.', code: 'unauthenticated' }
const json = (status: number, body: unknown, init: ResponseInit = {}) => Response.json(body, { status, ...init })

/** The requests sent, in order. */
let sent: { url: string; method: string; token: string | null; body: string | null }[]
let respond: (call: (typeof sent)[number]) => Response | Promise<Response>

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = {
      url,
      method: init.method ?? 'GET',
      token: new Headers(init.headers).get('authorization'),
      body: (init.body ?? null) as string | null,
    }
    sent.push(call)
    init.signal?.throwIfAborted()
    return respond(call)
  })
})
function clientWith(tokens: { first: string | null; refreshed?: string | null }) {
  let current = tokens.first
  let user = 'ada'
  const refreshes: string[] = []
  const session = {
    userId: () => user,
    accessToken: async () => current,
    refreshAccessToken: async () => {
      refreshes.push(String(current))
      await Promise.resolve()
      current = tokens.refreshed ?? null
      return current
    },
  }
  const switchUser = (name: string, token: string) => {
    user = name
    current = token
  }
  return { refreshes, switchUser, client: createClient(session, HOST) }
}

test('API-01 API-02 sends a call to the API host with the bearer token of the session', async () => {
  respond = () => json(200, context)
  const { client } = clientWith({ first: 'token-1' })
  await expect(unwrapResponse(client.accounts.context.query())).resolves.toEqual(context)
  expect(sent).toEqual([{ url: `${HOST}/api/accounts/context`, method: 'GET', token: 'Bearer token-1', body: null }])
})

test('API-03 throws without a session and sends nothing', async () => {
  const { client, refreshes } = clientWith({ first: null })
  const failure = unwrapResponse(client.accounts.context.query())
  await expect(failure).rejects.toThrow('No access token available')
  await expect(failure).rejects.toSatisfy(needsSignIn)
  expect(sent).toEqual([])
  expect(refreshes).toEqual([])
})

test('API-05 ERR-08 reports an unreachable auth provider as an outage, not as a missing session', async () => {
  const away = async () => {
    throw new Error('503')
  }
  const session = { accessToken: away, refreshAccessToken: away, userId: () => 'ada' }
  const failure = unwrapResponse(createClient(session, HOST).accounts.context.query())
  await expect(failure).rejects.toMatchObject({ status: 0, code: 'network' })
  await expect(failure).rejects.not.toSatisfy(needsSignIn)
  expect([sent, reachability.get()]).toEqual([[], 'unreachable'])
})

test('API-04 refreshes the session on a 401 and repeats the call once with the new token', async () => {
  respond = ({ token }) => (token === 'Bearer token-2' ? json(200, { success: true, message: 'Saved' }) : json(401, unauthenticated))
  const { client, refreshes } = clientWith({ first: 'token-1', refreshed: 'token-2' })
  const body = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Entrepreneur' }
  await expect(unwrapResponse(client.accounts.updateProfile.mutate({ body }))).resolves.toEqual({ success: true, message: 'Saved' })
  expect(refreshes).toEqual(['token-1'])
  expect(sent.map(({ method, token }) => [method, token])).toEqual([
    ['PUT', 'Bearer token-1'],
    ['PUT', 'Bearer token-2'],
  ])
  expect(sent[1]?.body).toBe(JSON.stringify(body))
})

test('API-05 throws Session expired when the refresh returns no token', async () => {
  respond = () => json(401, unauthenticated)
  const { client } = clientWith({ first: 'token-1', refreshed: null })
  const failure = unwrapResponse(client.accounts.context.query())
  await expect(failure).rejects.toThrow('Session expired')
  await expect(failure).rejects.toSatisfy(needsSignIn)
  expect(sent).toHaveLength(1)
})

test('API-04 D-110 returns a second 401 to the caller without a third attempt', async () => {
  respond = () => json(401, unauthenticated)
  const { client, refreshes } = clientWith({ first: 'token-1', refreshed: 'token-2' })
  const failure = unwrapResponse(client.accounts.context.query())
  await expect(failure).rejects.toMatchObject({ status: 401, code: 'unauthenticated', message: 'Sign in again.' })
  await expect(failure).rejects.toSatisfy(needsSignIn)
  expect(sent).toHaveLength(2)
  expect(refreshes).toHaveLength(1)
})

test('D-110 shares one refresh between concurrent calls, and a late call takes its token', async () => {
  const { promise: late, resolve: releaseLate } = Promise.withResolvers<void>()
  respond = async ({ url, token }) => {
    if (token === 'Bearer token-2') return json(200, { success: true, data: [] })
    if (url.endsWith('/late/tutorials')) await late
    return json(401, unauthenticated)
  }
  const { client, refreshes } = clientWith({ first: 'token-1', refreshed: 'token-2' })
  const lateCall = unwrapResponse(client.courses.sessionTutorials.query({ params: { sessionId: 'late' } }))
  await Promise.all([
    unwrapResponse(client.courses.sessions.query()),
    unwrapResponse(client.courses.sessions.query()),
    unwrapResponse(client.courses.sessions.query()),
  ])
  releaseLate()
  await lateCall
  expect(refreshes).toHaveLength(1)
  expect(sent).toHaveLength(8)
})

test('D-12 sends nothing with the token of another user who has signed in since the call', async () => {
  let user = 'ada'
  const accessToken = async () => {
    user = 'grace'
    return 'token-of-grace'
  }
  const session = { userId: () => user, accessToken, refreshAccessToken: accessToken }
  await expect(unwrapResponse(createClient(session, HOST).accounts.context.query())).rejects.toMatchObject({ code: 'signed_out' })
  expect(sent).toEqual([])
})

test.each([200, 401, 500])(
  'D-12 drops a response (%i) that arrives after another user has signed in, and does not repeat the call',
  async (status) => {
    const { client, switchUser } = clientWith({ first: 'token-1' })
    respond = () => {
      switchUser('grace', 'token-2')
      return json(status, context)
    }
    const failure = unwrapResponse(client.accounts.context.query())
    await expect(failure).rejects.toMatchObject({ code: 'signed_out' })
    await expect(failure).rejects.toSatisfy(needsSignIn)
    expect(sent.map(({ token }) => token)).toEqual(['Bearer token-1'])
  },
)

test('D-113 sends a public call without token and session', async () => {
  respond = () => json(201, { success: true, message: 'Account created' })
  const { client } = clientWith({ first: null })
  await unwrapResponse(
    client.accounts.create.mutate({ body: { user_id: '0198b1a2-0000-7000-8000-000000000000', email: 'ada@example.com' } }),
  )
  expect(sent).toMatchObject([{ url: `${HOST}/api/accounts`, token: null }])
})

test('D-111 copies message, code, fields and request id of the body into the error', async () => {
  const refused: ApiErrorBody = {
    success: false,
    error: 'First name is required.',
    message: 'Something else',
    code: 'invalid_request',
    fields: { first_name: 'First name is required.' },
    request_id: 'req-7',
  }
  respond = () => json(400, refused)
  const { client } = clientWith({ first: 'token-1' })
  await expect(
    unwrapResponse(client.accounts.updateProfile.mutate({ body: { first_name: '', last_name: '', job_title: '' } })),
  ).rejects.toMatchObject({
    name: 'ApiError',
    status: 400,
    code: 'invalid_request',
    message: 'First name is required.',
    fields: { first_name: 'First name is required.' },
    requestId: 'req-7',
  })
})

test.each([
  ['seconds', '7', 7],
  ['a date gone by', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['nonsense', 'soon', undefined],
])('a wait that the server asks for is read from Retry-After: %s', async (_, header, seconds) => {
  respond = () => json(429, {}, { headers: { 'retry-after': header } })
  const { client } = clientWith({ first: 'token-1' })
  await expect(unwrapResponse(client.courses.sessions.query())).rejects.toMatchObject({ status: 429, retryAfter: seconds })
})

test('turns the error page of a proxy into an ApiError with its status', async () => {
  respond = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  const { client } = clientWith({ first: 'token-1' })
  await expect(unwrapResponse(client.courses.sessions.query())).rejects.toMatchObject({ status: 502, code: 'internal' })
})

test('turns a success without JSON into an ApiError', async () => {
  respond = () => new Response('<!doctype html>', { status: 200 })
  const { client } = clientWith({ first: 'token-1' })
  await expect(unwrapResponse(client.courses.sessions.query())).rejects.toMatchObject({ code: 'invalid_response' })
})

test('turns a failed connection into an ApiError that says what to do', async () => {
  respond = () => Promise.reject(new TypeError('Failed to fetch'))
  const { client } = clientWith({ first: 'token-1' })
  await expect(unwrapResponse(client.courses.sessions.query())).rejects.toMatchObject({
    status: 0,
    code: 'network',
    message: "We can't reach the academy. Check your connection and try again.",
  })
})

test('turns a timeout into an ApiError and passes the caller’s own abort on', async () => {
  const { client } = clientWith({ first: 'token-1' })
  respond = () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))
  await expect(unwrapResponse(client.courses.sessions.query())).rejects.toMatchObject({ status: 0, code: 'timeout' })
  const aborted = unwrapResponse(client.courses.sessions.query({ fetchOptions: { signal: AbortSignal.abort() } }))
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  await expect(aborted).rejects.not.toBeInstanceOf(ApiError)
})

test.each(['..', 'a/b', 'a?x=1', 'é', '', 'x'.repeat(101)])(
  'an id that would leave its place in the path is never sent: "%s"',
  async (id) => {
    const { client } = clientWith({ first: 'token-1' })
    await expect(unwrapResponse(client.courses.course.query({ params: { courseId: id } }))).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(sent).toEqual([])
  },
)
