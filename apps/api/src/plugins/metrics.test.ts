import perfHooks from 'node:perf_hooks'
import { apiError } from '@academy/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

const TOKEN = 'a-token-for-metrics'

const { app: shared, signIn } = await buildTestApp()

test('exports durations by route, method and status, the connection pool and the process', async () => {
  await shared.inject({ url: '/api/accounts/context', headers: await signIn() })
  await shared.inject('/api/accounts/context')
  await shared.inject('/api/nothing/8c0a4e5b')
  const { body, headers } = await shared.inject('/metrics')
  expect(headers['content-type']).toMatch('text/plain')
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/accounts/context",status="200"} 1')
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/accounts/context",status="401"} 1')
  expect(body, 'unknown paths have one series').toContain('{method="GET",route="none",status="404"} 1')
  expect(body).not.toContain('8c0a4e5b')
  expect(body).toContain('db_connections{state="max"} 4')
  expect(body).toMatch(/^db_connections\{state="open"\} [1-4]$/m)
  expect(body).toMatch(/^process_resident_memory_bytes /m)
})

test('measures the process once for all its apps, also after they are closed', async () => {
  const measured = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  onTestFinished(() => measured.mockRestore())
  const { app } = await buildTestApp()
  expect(measured).not.toHaveBeenCalled()
  expect((await app.inject('/metrics')).body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
})

test('counts a connection as busy while its statement runs', async () => {
  const busy = async () => /^db_connections\{state="busy"\} (\d+)$/m.exec((await shared.inject('/metrics')).body)?.[1]
  // A starting app runs statements of its own.
  await expect.poll(busy).toBe('0')
  const long = shared.sql`select pg_sleep(60)`.execute()
  await expect.poll(busy).toBe('1')
  long.cancel()
  await expect(long).rejects.toMatchObject({ code: '57014' })
  await expect.poll(busy).toBe('0')
})

test('exports the other metrics without a database', async () => {
  const { app } = await buildTestApp({ env: { DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' } })
  const { statusCode, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(body).toContain('db_connections{state="max"} 4')
  expect(body).not.toContain('state="open"')
})

test('without a token, allows requests from this machine, but not through a proxy on it', async () => {
  expect((await shared.inject('/metrics')).statusCode).toBe(200)
  expect((await shared.inject({ url: '/metrics', remoteAddress: '::1' })).statusCode).toBe(200)
  expect((await shared.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(404)
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host', 'via'])
    expect([name, (await shared.inject({ url: '/metrics', headers: { [name]: '127.0.0.1' } })).statusCode]).toEqual([name, 404])
})

test('allows requests from any address with the token', async () => {
  const { app } = await buildTestApp({ env: { METRICS_TOKEN: TOKEN } })
  const scrape = (authorization: string) => app.inject({ url: '/metrics', remoteAddress: '192.0.2.1', headers: { authorization } })
  expect((await scrape(`Bearer ${TOKEN}`)).statusCode).toBe(200)
  for (const wrong of ['', 'Bearer', `Bearer ${TOKEN}x`, TOKEN]) expect((await scrape(wrong)).statusCode).toBe(404)
  expect((await app.inject('/metrics')).statusCode).toBe(404)
})

test('responds with 404 without access, and limits guesses', async () => {
  const { app } = await buildTestApp({ env: { METRICS_TOKEN: TOKEN, RATE_LIMIT_PUBLIC_PER_MINUTE: '3' } })
  const guess = () => app.inject({ url: '/metrics', remoteAddress: '192.0.2.1', headers: { authorization: 'Bearer guess' } })
  expect(apiError.strict().parse((await guess()).json()).code).toBe('not_found')
  const statuses = [await guess(), await guess(), await guess()].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([404, 404, 429])
})
