import type { ApiErrorBody } from '@academy/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, needsSignIn } from './api-error.ts'
import { bodyOf } from './body-of.ts'
import { createClient } from './client.ts'
import { noteAnswered, reachability } from './reachability.ts'

const HOST = 'https://api.academy.test'
const context = { success: true, data: {} }

const unauthenticated: ApiErrorBody = { success: false, error: 'Sign in again.', message: 'Sign in again.', code: 'unauthenticated' }
const json = (status: number, body: unknown, init: ResponseInit = {}) => Response.json(body, { status, ...init })

/** What went over the wire, in order. */
let sent: { url: string; method: string; token: string | null; body: string | null }[]
let answer: (call: (typeof sent)[number]) => Response | Promise<Response>

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
    return answer(call)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function clientWith(tokens: { first: string | null; refreshed?: string | null }) {
  let current = tokens.first
  const refreshes: string[] = []
  const session = {
    accessToken: async () => current,
    refreshAccessToken: async () => {
      refreshes.push(String(current))
      await Promise.resolve()
      current = tokens.refreshed ?? null
      return current
    },
  }
  return { refreshes, client: createClient(session, HOST) }
}

test('API-01 API-02 a call goes to the product API host with the bearer token of the session', async () => {
  answer = () => json(200, context)
  const { client } = clientWith({ first: 'token-1' })
  await expect(bodyOf(client.accounts.context.query())).resolves.toEqual(context)
  expect(sent).toEqual([{ url: `${HOST}/api/accounts/context`, method: 'GET', token: 'Bearer token-1', body: null }])
})

test('API-03 without a session the call throws and nothing is sent', async () => {
  const { client, refreshes } = clientWith({ first: null })
  const failure = bodyOf(client.accounts.context.query())
  await expect(failure).rejects.toThrow('No access token available')
  await expect(failure).rejects.toSatisfy(needsSignIn)
  expect(sent).toEqual([])
  expect(refreshes).toEqual([])
})

test('API-05 ERR-08 a session that cannot be asked right now is an outage, not a missing sign-in', async () => {
  const away = async () => {
    throw new Error('503')
  }
  const session = { accessToken: away, refreshAccessToken: away }
  const failure = bodyOf(createClient(session, HOST).accounts.context.query())
  await expect(failure).rejects.toMatchObject({ status: 0, code: 'network' })
  await expect(failure).rejects.not.toSatisfy(needsSignIn)
  expect([sent, reachability.get()]).toEqual([[], 'unreachable'])
  noteAnswered()
})

test('API-04 a 401 refreshes the session and repeats the call once with the new token', async () => {
  answer = ({ token }) => (token === 'Bearer token-2' ? json(200, { success: true, message: 'Saved' }) : json(401, unauthenticated))
  const { client, refreshes } = clientWith({ first: 'token-1', refreshed: 'token-2' })
  const body = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Entrepreneur' }
  await expect(bodyOf(client.accounts.updateProfile.mutate({ body }))).resolves.toEqual({ success: true, message: 'Saved' })
  expect(refreshes).toEqual(['token-1'])
  expect(sent.map(({ method, token }) => [method, token])).toEqual([
    ['PUT', 'Bearer token-1'],
    ['PUT', 'Bearer token-2'],
  ])
  expect(sent[1]?.body).toBe(JSON.stringify(body))
})

test('API-05 a refresh that gives no token throws Session expired', async () => {
  answer = () => json(401, unauthenticated)
  const { client } = clientWith({ first: 'token-1', refreshed: null })
  const failure = bodyOf(client.accounts.context.query())
  await expect(failure).rejects.toThrow('Session expired')
  await expect(failure).rejects.toSatisfy(needsSignIn)
  expect(sent).toHaveLength(1)
})

test('API-04 D-110 a second 401 goes to the caller without a third try', async () => {
  answer = () => json(401, unauthenticated)
  const { client, refreshes } = clientWith({ first: 'token-1', refreshed: 'token-2' })
  const failure = bodyOf(client.accounts.context.query())
  await expect(failure).rejects.toMatchObject({ status: 401, code: 'unauthenticated', message: 'Sign in again.' })
  await expect(failure).rejects.toSatisfy(needsSignIn)
  expect(sent).toHaveLength(2)
  expect(refreshes).toHaveLength(1)
})

test('D-110 calls that meet a 401 together share one refresh, and one that comes late takes its token', async () => {
  let releaseLate = () => {}
  const late = new Promise<void>((resolve) => {
    releaseLate = resolve
  })
  answer = async ({ url, token }) => {
    if (token === 'Bearer token-2') return json(200, { success: true, data: [] })
    if (url.endsWith('/late/tutorials')) await late
    return json(401, unauthenticated)
  }
  const { client, refreshes } = clientWith({ first: 'token-1', refreshed: 'token-2' })
  const lateCall = bodyOf(client.courses.sessionTutorials.query({ params: { sessionId: 'late' } }))
  await Promise.all([
    bodyOf(client.courses.sessions.query()),
    bodyOf(client.courses.sessions.query()),
    bodyOf(client.courses.sessions.query()),
  ])
  releaseLate()
  await lateCall
  expect(refreshes).toHaveLength(1)
  expect(sent).toHaveLength(8)
})

test('D-113 a public call carries no token and needs no session', async () => {
  answer = () => json(201, { success: true, message: 'Account created' })
  const { client } = clientWith({ first: null })
  await bodyOf(client.accounts.create.mutate({ body: { user_id: '0198b1a2-0000-7000-8000-000000000000', email: 'ada@example.com' } }))
  expect(sent).toMatchObject([{ url: `${HOST}/api/accounts`, token: null }])
})

test('D-111 a refusal carries the text, code, fields and request id of the body', async () => {
  const refused: ApiErrorBody = {
    success: false,
    error: 'First name is required.',
    message: 'Something else',
    code: 'invalid_request',
    fields: { first_name: 'First name is required.' },
    request_id: 'req-7',
  }
  answer = () => json(400, refused)
  const { client } = clientWith({ first: 'token-1' })
  await expect(
    bodyOf(client.accounts.updateProfile.mutate({ body: { first_name: '', last_name: '', job_title: '' } })),
  ).rejects.toMatchObject({
    name: 'ApiError',
    status: 400,
    code: 'invalid_request',
    message: 'First name is required.',
    fields: { first_name: 'First name is required.' },
    requestId: 'req-7',
  })
})

test('D-106 the reason phrase is the status line’s, or the standard one where HTTP/2 has none', async () => {
  const { client } = clientWith({ first: 'token-1' })
  answer = () => json(503, {}, { statusText: 'Back at noon' })
  await expect(bodyOf(client.courses.sessions.query())).rejects.toMatchObject({ statusText: 'Back at noon' })
  answer = () => json(503, {})
  await expect(bodyOf(client.courses.sessions.query())).rejects.toMatchObject({ statusText: 'Service Unavailable' })
})

test.each([
  ['seconds', '7', 7],
  ['a date gone by', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['nonsense', 'soon', undefined],
])('a wait that the server asks for is read from Retry-After: %s', async (_, header, seconds) => {
  answer = () => json(429, {}, { headers: { 'retry-after': header } })
  const { client } = clientWith({ first: 'token-1' })
  await expect(bodyOf(client.courses.sessions.query())).rejects.toMatchObject({ status: 429, retryAfter: seconds })
})

test('an error page of a proxy is still an ApiError with its status', async () => {
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  const { client } = clientWith({ first: 'token-1' })
  await expect(bodyOf(client.courses.sessions.query())).rejects.toMatchObject({ status: 502, code: 'internal' })
})

test('a success that is not JSON is an ApiError, not a crash in a screen', async () => {
  answer = () => new Response('<!doctype html>', { status: 200 })
  const { client } = clientWith({ first: 'token-1' })
  await expect(bodyOf(client.courses.sessions.query())).rejects.toMatchObject({ code: 'unreadable' })
})

test('no connection is an ApiError that says what to do', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const { client } = clientWith({ first: 'token-1' })
  await expect(bodyOf(client.courses.sessions.query())).rejects.toMatchObject({
    status: 0,
    code: 'network',
    message: 'The academy cannot be reached. Check your connection and try again.',
  })
})

test('a server that does not answer in time is an ApiError; a caller’s own abort is passed on', async () => {
  const { client } = clientWith({ first: 'token-1' })
  answer = () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))
  await expect(bodyOf(client.courses.sessions.query())).rejects.toMatchObject({ status: 0, code: 'timeout' })
  const aborted = bodyOf(client.courses.sessions.query({ fetchOptions: { signal: AbortSignal.abort() } }))
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  await expect(aborted).rejects.not.toBeInstanceOf(ApiError)
})

test.each(['..', 'a/b', 'a?x=1', 'é', '', 'x'.repeat(101)])(
  'an id that would leave its place in the path is never sent: "%s"',
  async (id) => {
    const { client } = clientWith({ first: 'token-1' })
    await expect(bodyOf(client.courses.course.query({ params: { courseId: id } }))).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(sent).toEqual([])
  },
)
