import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findFreePorts } from '../local/ports.ts'
import { pageHeaders } from './security-headers.ts'
import { startWebServer } from './web-server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'academy-web-'))
const page = '<!doctype html><script>theme()</script><script type="module" src="/assets/main.js"></script><div id="root"></div>'
let upstream: Server
let web: { stop: () => Promise<void> }
let url: string

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'index.html'), page)
  writeFileSync(path.join(folder, 'assets/main-abc.js'), 'main()')
  writeFileSync(path.join(folder, 'assets/main-abc.js.gz'), gzipSync('main()'))
  upstream = createServer((request, response) => response.end(`${request.method} ${request.url} ${request.headers['x-forwarded-for']}`))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const port = await findFreePorts()
  web = await startWebServer({ folder, port, apiUrl: upstreamUrl, authUrl: upstreamUrl, amplitudeUrl: upstreamUrl })
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await web.stop()
  upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every path of the router answers the page, under a policy that runs no foreign and no unknown inline script', async () => {
  for (const where of ['/', '/login', '/courses/master-course/sessions/x']) {
    const answer = await fetch(url + where)
    expect(await answer.text()).toBe(page)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]+=*';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
  }
})

test('files with hashed names are kept for a year and sent compressed; a missing one is missing', async () => {
  const answer = await fetch(`${url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect(await answer.text()).toBe('main()')
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await fetch(`${url}/assets/gone.js`)).status).toBe(404)
})

test('calls to the API, the auth service and analytics are forwarded with the address of the caller', async () => {
  expect(await (await fetch(`${url}/api/sessions?x=1`)).text()).toBe('GET /api/sessions?x=1 127.0.0.1')
  expect(await (await fetch(`${url}/auth/v1/health`)).text()).toBe('GET /auth/v1/health 127.0.0.1')
  expect(await (await fetch(`${url}/amplitude/2/httpapi`)).text()).toBe('GET /amplitude/2/httpapi 127.0.0.1')
})

test('ANALYTICS-24 the page may deliver to the configured address of analytics and to no other', () => {
  const connect = (analytics: string) =>
    /connect-src ([^;]*)/.exec(pageHeaders(page, { connect: [], analytics })['content-security-policy'] ?? '')?.[1]
  expect(connect('/amplitude')).toBe("'self'")
  expect(connect('https://events.test/a/')).toBe("'self' https://events.test/a/2/httpapi https://events.test/a/sessions/v2/track")
  expect(connect('')).toBe("'self' https://api.eu.amplitude.com/2/httpapi https://api-sr.eu.amplitude.com/sessions/v2/track")
})

test('whom to tell of a security problem is answered by the API; nothing else stands beside it', async () => {
  expect(await (await fetch(`${url}/.well-known/security.txt`)).text()).toBe('GET /.well-known/security.txt 127.0.0.1')
  expect((await fetch(`${url}/.well-known/nothing`)).status).toBe(404)
})

test('search engines may list the way in, and nothing behind it', async () => {
  const robots = async (where: string) => (await fetch(url + where)).headers.get('x-robots-tag')
  for (const where of ['/', '/login', '/signup?from=mail']) expect([where, await robots(where)]).toEqual([where, null])
  for (const where of ['/dashboard', '/courses/master-course', '/reset-password', '/login/extra', '/no/such/page'])
    expect([where, await robots(where)]).toEqual([where, 'noindex'])
})

test('a method that the way to the API does not know is refused in the one error body, and is no page', async () => {
  const [host, port] = new URL(url).host.split(':')
  const answer = await new Promise<string>((resolve, reject) => {
    const asked = request({ host, port, path: '/api/sessions', method: 'PROPFIND' }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => resolve(`${response.statusCode} ${text}`))
    })
    asked.on('error', reject).end()
  })
  expect(answer).toMatch(/^404 \{"success":false,.*"code":"not_found"\}$/)
})

test('while the API is away its callers are told in its own words, and when to come back', async () => {
  const [port, nobody] = [await findFreePorts(), 'http://127.0.0.1:1']
  const alone = await startWebServer({ folder, port, apiUrl: nobody, authUrl: nobody, amplitudeUrl: nobody })
  onTestFinished(() => alone.stop())
  const answer = await fetch(`http://127.0.0.1:${port}/api/sessions`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({ success: false, code: 'unavailable' })
})
