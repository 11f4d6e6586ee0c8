import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { publisher } from '../testing/published-pages.ts'

const WEB = 'https://academy.example.test'
const { app, signIn } = await buildTestApp({ env: { WEB_ORIGIN: WEB } })
const learner = await signIn()
/** Texts with characters of several bytes. The server sends the short one together with the headers, and the long one after them. */
const short = 'Grüße ✓ 🎓'
const long = `<p>${'Grüße ✓ 🎓 '.repeat(2_000)}</p>`

const publish = publisher(app.db)
await publish.course('course')
await publish.session('first', 'course', { position: 1, free: true, name: short })
await publish.tutorial('open', 'first', { parts: { description: long } })
await app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

// Uses real connections, because the server writes these responses to the socket itself.
const request = (path: string, { headers = {}, ...init }: { method?: string; headers?: Record<string, string> } = {}) =>
  fetch(origin + path, { ...init, headers: { ...learner, ...headers } })

test.each([
  ['/api/sessions/first', short],
  ['/api/tutorials/open/content', long],
])('%s arrives as it was written, and as long as it says', async (path, text) => {
  const response = await request(path, { headers: { 'accept-encoding': 'identity' } })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
  expect(JSON.stringify(JSON.parse(bytes.toString()))).toContain(text)
})

test('sends the headers of every response and its own', async () => {
  const { headers: usual } = await request('/api/health')
  const { headers: ready } = await request('/api/sessions')
  const own = new Set(['cache-control', 'vary', 'content-length', 'date', 'x-request-id'])
  for (const [name, value] of usual) if (!own.has(name)) expect(ready.get(name), name).toBe(value)
  expect(ready.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(ready.get('cache-control')).toBe('private, no-cache')
  expect(ready.get('vary')).toBe('Origin, Authorization, Accept-Encoding')
  expect(ready.get('access-control-allow-origin')).toBeNull()

  const forWeb = await request('/api/sessions', { headers: { origin: WEB, 'x-request-id': 'request-0001' } })
  expect(forWeb.headers.get('access-control-allow-origin')).toBe(WEB)
  expect(forWeb.headers.get('access-control-expose-headers')).toBe('etag, ratelimit, ratelimit-policy, retry-after, x-request-id')
  expect(forWeb.headers.get('x-request-id')).toBe('request-0001')
})

test('responds to a matching ETag with 304 and no body, with the headers that a cache needs', async () => {
  const etag = (await request('/api/sessions')).headers.get('etag') ?? ''
  const response = await request('/api/sessions', { headers: { 'if-none-match': etag } })
  expect(response.status).toBe(304)
  expect(await response.text()).toBe('')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Origin, Authorization, Accept-Encoding',
  })
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['br', 'gzip'])('content and outline are sent compressed with %s', async (encoding) => {
  for (const [path, text] of [
    ['/api/tutorials/open/content', long],
    ['/api/sessions', short],
  ] as const) {
    const response = await request(path, { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    const body = await response.text()
    expect(JSON.stringify(JSON.parse(body))).toContain(text)
    if (text === long) expect(Number(response.headers.get('content-length'))).toBeLessThan(body.length / 10)
  }
})

test('HEAD returns the length without a body', async () => {
  const response = await request('/api/tutorials/open/content', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(long.length)
  expect(await response.text()).toBe('')
})

test('is counted by route and status', async () => {
  await request('/api/courses/course')
  const counted = /http_request_duration_seconds_count\{method="GET",route="\/api\/courses\/:courseId",status="200"\} 1/
  await expect.poll(async () => await (await request('/metrics')).text()).toMatch(counted)
})
