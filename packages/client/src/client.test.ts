import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@academy/contract'
import { type AppRouter, isAppRoute } from '@ts-rest/core'
import { afterAll, beforeEach, expect, expectTypeOf, test } from 'vitest'
import { type AcademyClient, AcademyError, type ClientOptions, createClient, NetworkError, type ResponseOf, TimeoutError } from './index.ts'

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }

/** The received requests, and the replies in order; the last reply is repeated. */
let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
let replies: (Reply | 'reset')[]
/** Requests below this path get no response. They are not recorded, because they may arrive during a later test. */
const SILENT = '/silent'

async function respond(request: IncomingMessage, response: ServerResponse) {
  if (request.url?.startsWith(SILENT)) return
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  requests.push({
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  })
  const reply = replies.length > 1 ? replies.shift() : replies[0]
  if (reply === 'reset' || reply === undefined) return void request.socket.destroy()
  const { status = 200, headers = { 'content-type': 'application/json; charset=utf-8' }, body } = reply
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}

const server = createServer((request, response) => void respond(request, response))
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})
beforeEach(() => {
  requests = []
  replies = [{ body: [] }]
})

const clientWith = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl, token: 'vca_secret', ...options })
const silentClient = (options: Partial<ClientOptions> = {}) => clientWith({ baseUrl: baseUrl + SILENT, ...options })
const refused = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: { success: false, error: 'What to do.', message: 'What to do.', code, ...more },
})
const prompt = { title: 'Name it', description: 'For a name', content: 'Give me ten names.' }
const times = { created_at: '2026-01-31T12:00:00.000Z', updated_at: '2026-01-31T12:00:00.000Z' }
const stored = { id: 'a', ...prompt, tags: [], favourite: false, origin: null, ...times }

test('CLIENT-01 has exactly the public endpoints and those with a scope, by their names', () => {
  const client = clientWith()
  const callable = Object.entries(contract as AppRouter).flatMap(([group, endpoints]) =>
    Object.entries(endpoints as AppRouter).flatMap(([name, route]) => {
      const { auth, scope } = (isAppRoute(route) ? route.metadata : {}) as { auth?: string; scope?: string }
      return auth === 'public' || scope !== undefined ? [`${group}.${name}`] : []
    }),
  )
  const names = Object.entries(client).flatMap(([group, calls]) => Object.keys(calls).map((name) => `${group}.${name}`))
  expect(names.sort()).toEqual(callable.sort())
  expect(names).toContain('prompts.update')
  expect(names).not.toContain('billing.checkout')
  expectTypeOf<keyof AcademyClient>().not.toEqualTypeOf<string>()
  expectTypeOf<AcademyClient>().not.toHaveProperty('billing')
})

test('CLIENT-01 returns the file of an endpoint that responds with one, or throws its error', async () => {
  replies = [{ headers: { 'content-type': 'application/zip' }, body: 'PK' }]
  const file = await clientWith().courses.sessionCheckpoint({ params: { sessionId: 'one' } })
  expectTypeOf(file).toEqualTypeOf<Blob>()
  expect([file.type, await file.text()]).toEqual(['application/zip', 'PK'])
  replies = [refused(403, 'entitlement_required')]
  await expect(clientWith().courses.sessionCheckpoint({ params: { sessionId: 'one' } })).rejects.toMatchObject({
    code: 'entitlement_required',
  })
})

test('CLIENT-01 CLIENT-04 sends params, query, body and token, and returns the typed body', async () => {
  replies = [{ body: stored }]
  const client = clientWith({ baseUrl: `${baseUrl}/`, headers: { 'user-agent': 'a test' } })
  const updated = await client.prompts.update({ params: { id: 'a/b' }, query: { updated_at: '2026-01-31T12:00:00.000Z' }, body: prompt })
  expectTypeOf(updated.title).toEqualTypeOf<string>()
  expectTypeOf<ResponseOf<AcademyClient['prompts']['list']>>().toEqualTypeOf<(typeof updated)[]>()
  expect(updated).toEqual(stored)
  expect(requests).toMatchObject([
    {
      method: 'PUT',
      url: '/api/prompts/a%2Fb?updated_at=2026-01-31T12%3A00%3A00.000Z',
      headers: { authorization: 'Bearer vca_secret', 'content-type': 'application/json', 'user-agent': 'a test' },
      body: JSON.stringify(prompt),
    },
  ])
})

test('CLIENT-01 returns undefined for a response without a body', async () => {
  replies = [{ status: 204, headers: {} }]
  expect(await clientWith().prompts.remove({ params: { id: 'a' } })).toBeUndefined()
  expect(requests[0]?.headers['content-type']).toBeUndefined()
})

test.each(['', '.', '..'])('CLIENT-01 the id "%s" is refused, because its path is that of another endpoint', async (id) => {
  await expect(clientWith().prompts.get({ params: { id } })).rejects.toThrow('params.id must be an id.')
  expect(requests).toEqual([])
})

test('CLIENT-01 calls a URL with spaces around it', async () => {
  await clientWith({ baseUrl: ` ${baseUrl}/ ` }).prompts.list()
  expect(requests).toMatchObject([{ url: '/api/prompts' }])
})

test.each(['academy.example', 'ftp://academy.example', '', 'https://academy.example/?a=b', 'https://academy.example/#a'])(
  'the URL "%s" is refused when the client is created',
  (baseUrl) => {
    expect(() => clientWith({ baseUrl })).toThrow('baseUrl must be the address of an academy')
  },
)

test('OPS-06 a URL to which the token would go in plain text is refused', () => {
  expect(() => clientWith({ baseUrl: 'http://academy.example' })).toThrow('baseUrl must begin with https://')
})

test('CLIENT-02 a refused call throws the error of the API', async () => {
  replies = [refused(400, 'invalid_request', { fields: { title: 'Title is required.' }, request_id: 'req-7' }, { 'retry-after': '7' })]
  const failure = clientWith().prompts.create({ body: prompt })
  await expect(failure).rejects.toBeInstanceOf(AcademyError)
  await expect(failure).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: 'What to do.',
    fields: { title: 'Title is required.' },
    requestId: 'req-7',
    retryAfter: 7,
  })
})

test('CLIENT-02 a response that is not from the API throws invalid_response, with any status', async () => {
  const page = (status: number, headers: Record<string, string> = { 'content-type': 'text/html' }): Reply => ({
    status,
    headers,
    body: '<p>',
  })
  const json = { 'content-type': 'application/json' }
  for (const reply of [page(200), page(404), page(200, json), page(200, {})]) {
    replies = [reply]
    await expect(clientWith().prompts.list()).rejects.toMatchObject({ status: reply.status, code: 'invalid_response' })
  }
})

test('CLIENT-02 a response of the wrong shape throws invalid_response, and a new property does not', async () => {
  const { prompts, search } = clientWith()
  const wrong = [null, 'text', {}, [], { ...stored, id: 7 }, { ...stored, tags: [7] }, { ...stored, tags: null }]
  for (const body of wrong) {
    replies = [{ body }]
    await expect(prompts.create({ body: prompt })).rejects.toMatchObject({ status: 200, code: 'invalid_response' })
  }
  replies = [{ body: { results: [{}] } }]
  await expect(search.search({ query: { q: 'brief' } })).rejects.toMatchObject({ code: 'invalid_response' })
  replies = [{ body: { ...stored, added: 'later' } }]
  expect(await prompts.create({ body: prompt })).toMatchObject({ id: 'a', added: 'later' })
})

test('CLIENT-02 an error body of the wrong shape throws invalid_response', async () => {
  for (const body of [
    { code: 7, error: 'x' },
    { code: 'conflict', error: {} },
    { code: 'conflict', error: 'x', fields: { a: {} } },
    null,
  ]) {
    replies = [{ status: 409, body }]
    await expect(clientWith().prompts.create({ body: prompt })).rejects.toMatchObject({ code: 'invalid_response', fields: {} })
  }
})

test.each([
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'unavailable'],
  [520, 'unavailable'],
  [429, 'rate_limited'],
])('CLIENT-02 the page of a proxy with status %i throws %s', async (status, code) => {
  replies = [{ status, headers: { 'content-type': 'text/html', 'retry-after': '7' }, body: '<p>' }]
  await expect(clientWith({ timeoutMs: 5_000 }).prompts.list()).rejects.toMatchObject({ name: 'AcademyError', status, code, retryAfter: 7 })
})

test('CLIENT-02 stops reading a response of more than 64 MB', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 1
      if (sent > 100) controller.close()
      else controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const fetch = async () => new Response(endless, { headers: { 'content-type': 'application/json' } })
  await expect(clientWith({ fetch }).prompts.list()).rejects.toMatchObject({
    code: 'invalid_response',
    message: expect.stringContaining('larger than 64 MB'),
  })
  expect(sent).toBeLessThan(70)
})

test('CLIENT-01 a call reports the status and the headers of each response', async () => {
  const headers = { 'content-type': 'application/json', 'ratelimit-policy': '"account";q=600;w=60' }
  replies = [refused(503, 'unavailable', {}, { 'retry-after': '0' }), { headers, body: [] }]
  const seen: unknown[] = []
  await clientWith().prompts.list({}, { onResponse: (response) => seen.push([response.status, response.headers.get('ratelimit-policy')]) })
  expect(seen).toEqual([
    [503, null],
    [200, '"account";q=600;w=60'],
  ])
})

test('CLIENT-02 an academy that is not ready throws unavailable', async () => {
  replies = [{ status: 503, body: { status: 'not_ready' } }]
  const failure = clientWith({ retries: 0 }).health.ready()
  await expect(failure).rejects.toMatchObject({ status: 503, code: 'unavailable', message: 'The academy is not ready. Try again soon.' })
})

test('CLIENT-02 CLIENT-04 a redirect is not followed and says where it leads', async () => {
  replies = [{ status: 308, headers: { location: 'https://www.academy.example/api/prompts' }, body: '' }]
  const failure = clientWith().prompts.create({ body: prompt })
  await expect(failure).rejects.toMatchObject({ status: 308, message: expect.stringContaining('https://www.academy.example/api/prompts') })
  expect(requests).toHaveLength(1)
})

test('CLIENT-02 a broken connection throws NetworkError with its cause', async () => {
  replies = ['reset']
  const failure = clientWith({ retries: 0 }).prompts.list()
  await expect(failure).rejects.toBeInstanceOf(NetworkError)
  await expect(failure).rejects.toMatchObject({ message: expect.stringContaining(baseUrl), cause: expect.anything() })
})

test('CLIENT-02 throws TimeoutError if the response or the token function takes too long', async () => {
  await expect(silentClient({ timeoutMs: 50 }).prompts.list()).rejects.toBeInstanceOf(TimeoutError)
  await expect(silentClient().prompts.list({}, { timeoutMs: 50 })).rejects.toThrow('did not answer within 0.05 seconds')
  const token = () => new Promise<string>(() => {})
  await expect(clientWith({ token, timeoutMs: 50 }).prompts.list()).rejects.toBeInstanceOf(TimeoutError)
})

test('CLIENT-02 an aborted call throws the reason, whether the client or the call has the signal', async () => {
  const reason = new Error('the user left')
  for (const owner of ['client', 'call']) {
    const controller = new AbortController()
    const { signal } = controller
    const call = owner === 'client' ? silentClient({ signal }).prompts.list() : silentClient().prompts.list({}, { signal })
    // usually during the request; before it, the call throws the same reason
    setTimeout(() => controller.abort(reason), 20)
    await expect(call).rejects.toBe(reason)
  }
  await expect(clientWith({ signal: AbortSignal.abort(reason) }).prompts.list()).rejects.toBe(reason)
  const token = () => Promise.reject(new Error('signed out'))
  await expect(clientWith({ signal: AbortSignal.abort(reason), token }).prompts.list()).rejects.toBe(reason)
})

test('CLIENT-03 repeats a read after temporary failures', async () => {
  replies = [refused(503, 'unavailable', {}, { 'retry-after': '0' }), 'reset', { body: [] }]
  expect(await clientWith().prompts.list()).toEqual([])
  expect(requests).toHaveLength(3)
})

test('CLIENT-03 waits for the time in Retry-After', async () => {
  replies = [refused(429, 'rate_limited', {}, { 'retry-after': '1' }), { body: [] }]
  const start = performance.now()
  await clientWith().prompts.list()
  expect(performance.now() - start).toBeGreaterThanOrEqual(990)
})

test('CLIENT-03 stops after the allowed retries, and at once if the wait would exceed the timeout', async () => {
  replies = [refused(503, 'unavailable', {}, { 'retry-after': '0' })]
  await expect(clientWith().prompts.list()).rejects.toMatchObject({ status: 503 })
  expect(requests).toHaveLength(3)
  requests = []
  replies = [refused(429, 'rate_limited', {}, { 'retry-after': '60' })]
  await expect(clientWith().prompts.list()).rejects.toMatchObject({ status: 429, retryAfter: 60 })
  expect(requests).toHaveLength(1)
})

test('CLIENT-03 repeats no write and no final refusal', async () => {
  for (const reply of [refused(503, 'unavailable', {}, { 'retry-after': '0' }), 'reset'] as const) {
    requests = []
    replies = [reply]
    await expect(clientWith().prompts.create({ body: prompt })).rejects.toThrow()
    await expect(clientWith().prompts.remove({ params: { id: 'a' } })).rejects.toThrow()
    expect(requests).toHaveLength(2)
  }
  requests = []
  for (const status of [401, 403, 404, 500]) {
    replies = [refused(status, 'internal')]
    await expect(clientWith().prompts.list()).rejects.toMatchObject({ status })
  }
  expect(requests).toHaveLength(4)
})

test('CLIENT-04 gets the token of each call from the function, and sends none to public endpoints', async () => {
  let count = 0
  const client = clientWith({ token: async () => `token-${++count}` })
  await client.prompts.list()
  await client.prompts.list()
  replies = [{ body: { status: 'ok' } }]
  await client.health.health()
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2', undefined])
})

test('CLIENT-04 refuses a call without a token before sending it, except to public endpoints', async () => {
  const client = clientWith({ token: undefined })
  await expect(client.prompts.list()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  replies = [{ body: { status: 'ok' } }]
  await client.health.health()
  expect(requests).toHaveLength(1)
})
