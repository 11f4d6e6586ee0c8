import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { apiError } from '@academy/contract'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startWebServer } from './web-server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'academy-web-forwarding-'))
let received: { headers: Record<string, unknown>; body: string }[] = []
let upstream: Server
let web: Awaited<ReturnType<typeof startWebServer>>

beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Page</title>')
  upstream = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ headers: request.headers, body })
    // in two parts and thus without a length, as a stream is sent
    if (request.url === '/api/stream') response.write('a stream ')
    response.end('from the API')
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const api = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  web = await startWebServer({ folder, port: 0, upstreams: { api, auth: api }, settings: {} })
})
beforeEach(() => {
  received = []
})
afterAll(async () => {
  await web.stop()
  upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends the head of a request unchanged, and the body after `100 Continue`. Returns the whole response. */
function converse(head: string[], body = ''): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(web.port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
  let response = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    const asksForBody = response === '' && part.startsWith('HTTP/1.1 100 ')
    response += part
    if (asksForBody) socket.write(body)
    if (/from the API|<title>/.test(response)) socket.end()
  })
  socket.on('error', reject).on('close', () => resolve(response))
  return promise
}

/** Sends a request, and returns everything that the server sends until it closes the connection. */
async function receiveAll(request: string): Promise<string> {
  const socket = connect(web.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(request)
  return await text(socket)
}

test.each(['/api/x', '/', '/login', '/nowhere'])('EDGE-22 refuses several Host headers at %s', async (path) => {
  const response = await receiveAll(`GET ${path} HTTP/1.1\r\nhost: academy\r\nHost: academy\r\nconnection: close\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(response).toContain('A request must have one Host header.')
  expect(received).toEqual([])
})

test('EDGE-01 answers Expect: 100-continue and forwards the body that follows', async () => {
  const head = ['POST /api/x HTTP/1.1', 'host: academy', 'expect: 100-continue', 'content-type: application/json', 'content-length: 2']
  const response = await converse(head, '{}')
  expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  expect(received).toMatchObject([{ body: '{}' }])
  expect(received[0]?.headers).not.toHaveProperty('expect')
})

test.each([
  ['a stray Upgrade', ['upgrade: websocket']],
  ['an upgrade to another protocol', ['connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__']],
  ['an opening of a WebSocket', ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: eA==']],
  ['a Keep-Alive', ['keep-alive: timeout=5', 'proxy-connection: keep-alive', 'te: gzip']],
])('EDGE-01 forwards a request with %s without that header', async (_, headers) => {
  expect(await converse(['GET /api/x HTTP/1.1', 'host: academy', ...headers])).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(Object.keys(received[0]?.headers ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(upgrade|keep-alive|te)$/)]))
  expect(await converse(['GET /login HTTP/1.1', 'host: academy', ...headers])).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test.each(['/api/x', '/api/stream', '/login'])('closes the connection after the response for %s if the client asks for it', async (url) => {
  for (const head of [`GET ${url} HTTP/1.1\r\nhost: academy\r\nconnection: close`, `GET ${url} HTTP/1.0`]) {
    const response = await receiveAll(`${head}\r\n\r\n`)
    expect(response).toMatch(/from the API|<title>/)
    expect(response).toMatch(/^connection: close\r$/im)
    expect(response).not.toMatch(/^keep-alive:/im)
  }
})

test('CONNECT-12 forwards the authorization server and its metadata, with the cookies of the browser', async () => {
  for (const path of ['/oauth/token', '/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server']) {
    const response = await fetch(`http://127.0.0.1:${web.port}${path}`, { headers: { cookie: '_interaction_resume=an-id' } })
    expect([path, await response.text()]).toEqual([path, 'from the API'])
  }
  expect(received.map(({ headers }) => headers.cookie)).toEqual(Array(3).fill('_interaction_resume=an-id'))
})

test('DOCS-06 forwards the reference of the API, and not the operations of the administrator', async () => {
  const get = async (url: string) => await (await fetch(`http://127.0.0.1:${web.port}${url}`, { redirect: 'manual' })).text()
  for (const url of ['/docs', '/docs/', '/docs/js/scalar.js', '/openapi.json']) expect([url, await get(url)]).toEqual([url, 'from the API'])
  for (const url of ['/openapi-admin.json', '/docsx']) expect([url, await get(url)]).toEqual([url, expect.stringContaining('<title>Page')])
})

test('EDGE-02 removes headers in which a caller states the host, the protocol or the address of the request', async () => {
  const claims = {
    forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '8443',
    'x-forwarded-server': 'evil.example',
    'x-real-ip': '203.0.113.9',
  }
  await fetch(`http://127.0.0.1:${web.port}/api/x`, { headers: { ...claims, 'x-request-id': 'kept' } })
  const { headers } = received[0] ?? { headers: {} }
  expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-request-id': 'kept' })
  expect(Object.keys(headers).filter((name) => name in claims)).toEqual(['x-forwarded-for'])
})

test.each([
  ['PROPFIND', '/api/sessions', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'],
  ['QUERY', '/api/sessions?x=1', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'],
  ['TRACE', '/auth/v1/token', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'],
  ['POST', '/login', 'GET, HEAD'],
  ['QUERY', '/login', 'GET, HEAD'],
  ['DELETE', '/assets/main.js', 'GET, HEAD'],
])('EDGE-03 refuses %s %s with 405 and names the methods', async (method, where, allow) => {
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string | undefined, string]>()
  const outgoing = request(`http://127.0.0.1:${web.port}${where}`, { method }, async (response) => {
    let text = ''
    for await (const part of response) text += part
    resolve([response.statusCode, response.headers.allow, text])
  })
  outgoing.on('error', reject).end(method === 'POST' ? Buffer.alloc(2 * 1024 * 1024) : undefined)
  const [status, allowed, text] = await promise
  expect([status, allowed]).toEqual([405, allow])
  expect(apiError.strict().parse(JSON.parse(text)).code).toBe('method_not_allowed')
  expect(received).toEqual([])
})

test.each([
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::'],
  ['2001:0DB8:1:2::5', '2001:db8:1:2::'],
  ['2001:db8::5', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['1:2:3:4:5:6:7:8%eth0', '1:2:3:4::'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['203.0.113.9', '203.0.113.9'],
])('EDGE-10 sends the network of %s to the auth service, and the address to the API', async (address, network) => {
  const api = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const behindProxy = await startWebServer({ folder, port: 0, upstreams: { api, auth: api }, settings: {}, trustProxy: true })
  onTestFinished(() => behindProxy.stop())
  for (const url of ['/auth/v1/token', '/api/x'])
    await fetch(`http://127.0.0.1:${behindProxy.port}${url}`, { method: 'POST', headers: { 'x-forwarded-for': address } })
  expect(received.map(({ headers }) => headers['x-forwarded-for'])).toEqual([network, address])
})
