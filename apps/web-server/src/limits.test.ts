import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { type Limits, limitsFor } from './limits.ts'
import { selfSigned } from './testing/self-signed.ts'
import { startWebServer } from './web-server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'academy-web-limits-'))
beforeAll(() => writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Page</title>'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Short limits for tests, but longer than the requests of a normal client take. */
const short: Limits = { headersMs: 1_000, requestMs: 1_500, upstreamMs: 1_000, idleMs: 1_500, checkIntervalMs: 50 }

async function upstreamOf(listener: RequestListener, tls?: { key: string; cert: string }): Promise<string> {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function startWebFor(api: string, limits?: Limits): Promise<number> {
  const web = await startWebServer({ folder, port: 0, upstreams: { api }, settings: {}, ...(limits && { limits }) })
  onTestFinished(() => web.stop())
  return web.port
}

/** Sends a text, then a letter repeatedly. Resolves with the response when the server closes the connection. */
function sendSlowly(port: number, beginning: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  // queued before the connection stands, so that no letter of a busy machine's timer comes before it
  socket.write(beginning)
  const timer = setInterval(() => socket.write('a'), 20)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  // the connection may end within a response
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    resolve(received)
  })
  return promise
}

test('forwards the 503 of a busy API with Retry-After, without a retry', async () => {
  let requests = 0
  const api = await upstreamOf((_request, response) => {
    requests += 1
    response.writeHead(503, { 'retry-after': '5', 'content-type': 'application/json' }).end('{"code":"unavailable"}')
  })
  const port = await startWebFor(api)
  for (const method of ['GET', 'HEAD']) {
    requests = 0
    const response = await fetch(`http://127.0.0.1:${port}/api/sessions`, { method })
    expect([method, response.status, response.headers.get('retry-after'), requests]).toEqual([method, 503, '5', 1])
  }
})

test('disconnects a client that sends headers or a body one byte at a time, with an error response', async () => {
  const port = await startWebFor(await upstreamOf((request, response) => request.on('end', () => response.end()).resume()), short)
  expect(await sendSlowly(port, 'GET /login HTTP/1.1\r\nhost: academy\r\nx-slow: ')).toMatch(/^HTTP\/1.1 408 /)
  const post = 'HTTP/1.1\r\nhost: academy\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n"'
  expect(await sendSlowly(port, `POST /api/prompts ${post}`)).toMatch(/^HTTP\/1.1 408 /)
})

test('disconnects a client that does not read the response, and aborts the request to the API', async () => {
  const { promise: finished, resolve } = Promise.withResolvers<boolean>()
  const api = await upstreamOf((_request, response) => {
    response.on('close', () => resolve(response.writableFinished))
    // more than all buffers together
    response.end(Buffer.alloc(64 * 1024 * 1024))
  })
  const socket = connect(await startWebFor(api, short), '127.0.0.1', () =>
    socket.pause().write('GET /api/files/x HTTP/1.1\r\nhost: academy\r\n\r\n'),
  )
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  expect(await finished).toBe(false)
})

test('serves a slow reader the whole response: only a stalled connection is closed', async () => {
  const size = 24 * 1024 * 1024
  const port = await startWebFor(await upstreamOf((_request, response) => response.end(Buffer.alloc(size))), short)
  const startedAt = Date.now()
  let read = 0
  for await (const part of (await fetch(`http://127.0.0.1:${port}/api/files/x`)).body ?? []) {
    read += part.length
    // for longer than every limit, but always with progress
    if (Date.now() - startedAt < 2 * short.idleMs) await new Promise((resolve) => setTimeout(resolve, 25))
  }
  expect(read).toBe(size)
})

test('responds with an error if the API never responds', async () => {
  // only the upstream's limit is short, because on a busy machine a limit of the client's connection could end it first
  const limits = { ...short, headersMs: 60_000, requestMs: 60_000, idleMs: 60_000 }
  const port = await startWebFor(await upstreamOf(() => undefined), limits)
  const response = await fetch(`http://127.0.0.1:${port}/api/sessions`)
  expect([response.status, response.headers.get('retry-after'), ((await response.json()) as { code: string }).code]).toEqual([
    503,
    '5',
    'unavailable',
  ])
})

test('forwards bodies of any size and type: the upstream limits them', async () => {
  const api = await upstreamOf((request, response) => {
    let length = 0
    request.on('data', (part: Buffer) => {
      length += part.length
    })
    request.on('end', () => response.end(`${request.headers['content-type']} ${length}`))
  })
  const at = `http://127.0.0.1:${await startWebFor(api)}`
  for (const type of ['application/json', 'text/plain', 'image/png']) {
    const sent = { method: 'POST', headers: { 'content-type': type }, body: Buffer.alloc(2 * 1024 * 1024) }
    expect(await (await fetch(`${at}/api/x`, sent)).text()).toBe(`${type} ${2 * 1024 * 1024}`)
  }
})

test('accepts an upstream only with a valid certificate', async () => {
  let requests = 0
  const api = await upstreamOf((_request, response) => {
    requests += 1
    response.end()
  }, selfSigned)
  expect((await fetch(`http://127.0.0.1:${await startWebFor(api)}/api/sessions`)).status).toBe(503)
  expect(requests).toBe(0)
})

test('waits longer than the API’s own time limit', () => {
  const { limits } = readConfig({ API_UPSTREAM: 'http://api:3001', REQUEST_TIMEOUT_SECONDS: '120' })
  expect(limits).toEqual(limitsFor(120))
  for (const seconds of [1, 15, 120, 600]) {
    const { upstreamMs, idleMs } = limitsFor(seconds)
    expect(upstreamMs).toBeGreaterThan(seconds * 1000)
    expect(idleMs).toBeGreaterThan(upstreamMs)
  }
  expect(() => readConfig({ API_UPSTREAM: 'http://api:3001', REQUEST_TIMEOUT_SECONDS: 'soon' })).toThrow(/REQUEST_TIMEOUT_SECONDS must be/)
})
