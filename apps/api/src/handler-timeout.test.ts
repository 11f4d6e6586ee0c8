import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { apiError } from '@academy/contract'
import type { FastifyPluginAsync } from 'fastify'
import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from './testing/build-test-app.ts'

test('answers a request that hangs on a locked table in time, and serves the next one', async () => {
  const { app, config, signIn } = await buildTestApp({ env: { REQUEST_TIMEOUT_SECONDS: '1' } })
  const headers = await signIn()
  const ask = () => app.inject({ url: '/api/accounts/context', headers })
  const sql = postgres(config.databaseUrl, { max: 1 })
  onTestFinished(() => sql.end())

  await sql.begin(async (transaction) => {
    await transaction`lock table accounts in access exclusive mode`
    const response = await ask()
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(apiError.strict().parse(response.json()).code).toBe('unavailable')
  })
  // a busy machine may be slower than the limit at first
  await expect.poll(async () => (await ask()).statusCode).toBe(200)
})

test("waits for a slow request body up to the server's own limit", async () => {
  const { app, signIn } = await buildTestApp({ env: { REQUEST_TIMEOUT_SECONDS: '10' } })
  const { authorization } = await signIn()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk
  })
  const body = JSON.stringify({ first_name: 'Ada', last_name: 'Lovelace', job_title: 'Product Manager' })
  const head = ['PUT /api/accounts/profile HTTP/1.1', 'host: academy', `authorization: ${authorization}`, 'content-type: application/json']
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  socket.write([...head, `content-length: ${body.length}`, '', body.slice(0, 10)].join('\r\n'))
  await once(app.server, 'request')
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  await setImmediate()
  expect(received).toBe('')
  socket.write(body.slice(10))
  await once(socket, 'data')
  expect(received).toMatch(/^HTTP\/1.1 200 /)
})

test('answers a request in time whose handler hangs after the body has arrived', async () => {
  const hanging: FastifyPluginAsync = async (routes) => {
    const config = { tsRestRoute: { metadata: { auth: 'bearer' } } } as object
    routes.post('/api/hanging', { config, handlerTimeout: 200 }, () => new Promise(() => undefined))
  }
  const { app, signIn } = await buildTestApp({ moreRoutes: { signedIn: hanging } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/hanging`, {
    method: 'POST',
    headers: { ...(await signIn()), 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(60_000),
  })
  expect(response.status).toBe(503)
  expect(apiError.strict().parse(await response.json()).code).toBe('unavailable')
})

test('aborts the signal of a request with a body when its client leaves, and not before', async () => {
  const arrived = Promise.withResolvers<AbortSignal>()
  const hanging: FastifyPluginAsync = async (routes) => {
    const config = { tsRestRoute: { metadata: { auth: 'bearer' } } } as object
    routes.post('/api/hanging', { config }, (request) => {
      arrived.resolve(request.signal)
      return new Promise(() => undefined)
    })
  }
  const { app, signIn } = await buildTestApp({ moreRoutes: { signedIn: hanging } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const leave = new AbortController()
  onTestFinished(() => leave.abort())
  const response = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/hanging`, {
    method: 'POST',
    headers: { ...(await signIn()), 'content-type': 'application/json' },
    body: '{}',
    signal: leave.signal,
  })
  const signal = await arrived.promise
  await setImmediate()
  expect(signal.aborted).toBe(false)
  leave.abort()
  await expect(response).rejects.toThrow()
  await expect.poll(() => signal.aborted).toBe(true)
})
