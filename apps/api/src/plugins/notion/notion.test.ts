import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openNotion } from './notion.ts'

const TOKEN = 'ntn_secret_of_the_tests'

/** Starts a server in place of Notion that records the times of requests. */
async function serve(handler: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  const requestTimes: number[] = []
  const server = createServer((request, response) => {
    requestTimes.push(performance.now())
    handler(request, response, requestTimes.length)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const lines: string[] = []
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const notion = openNotion(
    { token: TOKEN, rootPageId: 'root', baseUrl: `${origin}/notion`, requestsPerSecond: 3 },
    Fastify({ logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } } }).log,
  )
  onTestFinished(() => {
    vi.restoreAllMocks()
    notion.close()
    server.closeAllConnections()
    server.close()
  })
  return { requestTimes, lines, notion, origin, me: () => notion.client.users.me({}) }
}

const good = (_request: IncomingMessage, response: ServerResponse) => response.end(JSON.stringify({ object: 'user', id: 'x' }))
const limited = (response: ServerResponse, seconds: number | string) =>
  response
    .writeHead(429, { 'retry-after': String(seconds) })
    .end(JSON.stringify({ object: 'error', code: 'rate_limited', message: 'slow down', status: 429 }))

test('sends at most three requests a second to Notion, also for concurrent callers', async () => {
  // On a clock of its own: a busy machine may stop this process between a request's turn and its departure.
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { notion, me, origin } = await serve(good)
  const begin = Date.now()
  const starts: number[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    starts.push(Date.now() - begin)
    return Response.json({ object: 'user', id: 'x' })
  })
  const first = me()
  await vi.advanceTimersByTimeAsync(1_050)
  const others = Promise.all(Array.from({ length: 7 }, me))
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all([first, others])
  expect(starts).toHaveLength(8)
  for (const [i, at] of starts.entries()) {
    const fourth = starts[i + 3]
    if (fourth !== undefined) expect(fourth - at).toBeGreaterThan(1_000)
  }
  expect(notion.requestsSent()).toBe(8)
  expect(notion.origin).toBe(origin)
})

test('delays all requests when Notion sends Retry-After, and loses none', async () => {
  const { requestTimes, lines, me } = await serve((request, response, count) =>
    count === 1 ? limited(response, 1) : good(request, response),
  )
  const first = me()
  await expect.poll(() => lines.join('')).toContain('request fail')
  await Promise.all([first, me(), me()])
  expect(requestTimes).toHaveLength(4)
  expect((requestTimes[1] ?? 0) - (requestTimes[0] ?? 0)).toBeGreaterThan(900)
})

test.each([
  ['an hour', () => '3600'],
  ['an hour, as a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
  ['longer than a date can hold', () => '1e300'],
])('honors a pause of any length (%s): every request fails at once, and none is sent', async (_name, retryAfter) => {
  const { requestTimes, me, notion } = await serve((_request, response) => limited(response, retryAfter()))
  const results = await Promise.allSettled([me(), me(), me()])
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { name: 'NotionPaused' } })
  await expect(me()).rejects.toThrow(/Notion allows no requests until \+?\d+-/)
  // Concurrent requests may have been sent before the first response.
  expect(requestTimes.length).toBeLessThanOrEqual(3)
  expect(notion.requestsSent()).toBe(requestTimes.length)
})

test('a long pause that begins during a short one fails every request at once', async () => {
  const { me, lines } = await serve(async (_request, response, count) => {
    if (count === 2) await expect.poll(() => lines.join('')).toContain('request fail')
    limited(response, count === 2 ? 62 : 5)
  })
  const results = await Promise.allSettled([me(), me()])
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { name: 'NotionPaused' } })
  await expect(me()).rejects.toThrow('Notion allows no requests until')
})

test('sends no request in the last minute of a long pause', async () => {
  const { requestTimes, me } = await serve((_request, response) => limited(response, 62))
  await expect(me()).rejects.toThrow('Notion allows no requests until')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
  onTestFinished(() => void vi.useRealTimers())
  await expect(me()).rejects.toThrow('Notion allows no requests until')
  expect(requestTimes).toHaveLength(1)
})

test('fails after some retries of refused requests', async () => {
  const { requestTimes, me } = await serve((_request, response) => limited(response, 0.1))
  await expect(me()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(requestTimes).toHaveLength(5)
})

test('SYNC-16 every request names the version of Notion’s API, whatever the client’s default is', async () => {
  const versions: unknown[] = []
  const { me } = await serve((request, response) => {
    versions.push(request.headers['notion-version'])
    good(request, response)
  })
  await me()
  expect(versions).toEqual(['2026-03-11'])
})

test('the token does not follow a redirect', async () => {
  const elsewhere = await serve(good)
  const { me } = await serve((_request, response) => response.writeHead(302, { location: elsewhere.origin }).end())
  await expect(me()).rejects.toThrow()
  expect(elsewhere.requestTimes).toEqual([])
})

test('aborts an endless response', async () => {
  const { me } = await serve((_request, response) => {
    const chunk = 'x'.repeat(1_000_000)
    const more = (): void => void (response.writable && response.write(chunk, () => setImmediate(more)))
    more()
  })
  await expect(me()).rejects.toThrow('larger than')
})

test('closing aborts running requests and refuses new ones', async () => {
  const { me, notion } = await serve(() => notion.close())
  await expect(me()).rejects.toThrow('closing')
  await expect(me()).rejects.toThrow('closing')
})

test('logs neither the token nor content', async () => {
  const { me, lines } = await serve((_request, response) =>
    response
      .writeHead(400)
      .end(JSON.stringify({ object: 'error', code: 'validation_error', message: 'no', status: 400, secret: 'words of an author' })),
  )
  await expect(me()).rejects.toMatchObject({ code: 'validation_error' })
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(TOKEN)
  expect(lines.join('')).not.toContain('words of an author')
})
