import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { apiError } from '@academy/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { inlineScripts, pageHeaders } from './security-headers.ts'
import { startWebServer } from './web-server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'academy-web-'))
const page =
  '<!doctype html><head><title>Built name</title><script>theme()</script><script type="module" src="/assets/main.js"></script>' +
  '<meta property="og:site_name" content="Built name"><meta property="og:image" content="/social-image.png"></head><div id="root"></div>'
let upstream: Server
let web: Awaited<ReturnType<typeof startWebServer>>
let upstreamUrl: string
let url: string

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'index.html'), page)
  writeFileSync(path.join(folder, 'robots.txt'), 'User-agent: *\n')
  writeFileSync(path.join(folder, 'assets/main-abc.js'), 'main()')
  writeFileSync(path.join(folder, 'assets/text-abc.woff2'), 'font')
  writeFileSync(path.join(folder, 'assets/main-abc.js.gz'), gzipSync('main()'))
  upstream = createServer((request, response) => response.end(`${request.method} ${request.url} ${request.headers['x-forwarded-for']}`))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const upstreams = { api: upstreamUrl, auth: `${upstreamUrl}/auth/v1`, analytics: `${upstreamUrl}/amplitude` }
  web = await startWebServer({ folder, port: 0, upstreams, settings: { VITE_AMPLITUDE_URL: '/amplitude' } })
  url = `http://127.0.0.1:${web.port}`
})
afterAll(async () => {
  await web.stop()
  upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

test('serves the page for every path of the router, with a policy that blocks foreign and unknown inline scripts', async () => {
  for (const where of ['/', '/login', '/courses/master-course/sessions/x']) {
    const response = await fetch(url + where)
    expect(await response.text()).toContain('<script>theme()</script>')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]+=*';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("style-src-elem 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
  }
})

test.each([
  ['//login', 200],
  ['/courses//master-course', 200],
  ['/login%00', 200],
  [`/free/${'a'.repeat(5000)}`, 200],
  ['/assets/', 404],
  ['//api/prompts', 200],
  ['/%', 200],
  ['/login%', 200],
  ['/free/%C3', 200],
])('answers a path that names no file as any other without a file: %.30s with %i', async (where, status) => {
  const response = await fetch(url + where, { headers: { 'accept-encoding': 'identity' } })
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(status === 200 ? 'id="root"' : 'Not found')
})

test.each(['/api/prompts/100%', '/api/prompts/%2e%2e%2fme'])('reports the path %s in the error shape of the API', async (where) => {
  const response = await fetch(url + where)
  expect(response.status).toBe(400)
  expect(apiError.strict().parse(await response.json()).code).toBe('invalid_request')
})

test('serves files with hashed names compressed and cacheable for a year, and 404 for a missing one', async () => {
  const response = await fetch(`${url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect(await response.text()).toBe('main()')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await fetch(`${url}/assets/gone.js`)).status).toBe(404)
})

test('lets other origins load only fonts, for the replay of recorded sessions', async () => {
  const allowed = async (file: string) => (await fetch(`${url}/${file}`)).headers.get('access-control-allow-origin')
  expect(await allowed('assets/text-abc.woff2')).toBe('*')
  for (const file of ['', 'assets/main-abc.js']) expect(await allowed(file)).toBe(null)
})

test('forwards requests to the API, the auth service and analytics with the client’s address', async () => {
  expect(await (await fetch(`${url}/api/sessions?x=1`)).text()).toBe('GET /api/sessions?x=1 127.0.0.1')
  expect(await (await fetch(`${url}/auth/v1/health`)).text()).toBe('GET /auth/v1/health 127.0.0.1')
  expect(await (await fetch(`${url}/amplitude/2/httpapi`)).text()).toBe('GET /amplitude/2/httpapi 127.0.0.1')
})

test('ANALYTICS-24 the page may send analytics only to the configured URL', () => {
  const connect = (VITE_AMPLITUDE_URL: string) =>
    /connect-src ([^;]*)/.exec(pageHeaders(inlineScripts(page), { VITE_AMPLITUDE_URL })['content-security-policy'] ?? '')?.[1]
  expect(connect('/amplitude')).toBe("'self'")
  expect(connect('https://events.test/a/')).toBe("'self' https://events.test/a/2/httpapi https://events.test/a/sessions/v2/track")
  expect(connect('')).toBe("'self' https://api.eu.amplitude.com/2/httpapi https://api-sr.eu.amplitude.com/sessions/v2/track")
})

test('forwards security.txt to the API, and no other path of /.well-known', async () => {
  expect(await (await fetch(`${url}/.well-known/security.txt`)).text()).toBe('GET /.well-known/security.txt 127.0.0.1')
  expect((await fetch(`${url}/.well-known/nothing`)).status).toBe(404)
})

test('search engines may list the public pages only', async () => {
  const robots = async (where: string) => (await fetch(url + where)).headers.get('x-robots-tag')
  for (const where of ['/', '/login', '/signup?from=mail']) expect([where, await robots(where)]).toEqual([where, null])
  for (const where of ['/dashboard', '/courses/master-course', '/reset-password', '/login/extra', '/no/such/page'])
    expect([where, await robots(where)]).toEqual([where, 'noindex'])
})

test('PUBLIC-09 serves robots.txt as it is while the URL of the academy is not configured', async () => {
  expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: *\n')
})

test('responds in the error shape of the API while the API is down, with Retry-After', async () => {
  const alone = await startWebServer({ folder, port: 0, upstreams: { api: 'http://127.0.0.1:1' }, settings: {} })
  onTestFinished(() => alone.stop())
  const response = await fetch(`http://127.0.0.1:${alone.port}/api/sessions`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ success: false, code: 'unavailable' })
})

test('the page contains the deployment’s settings as data that cannot run; an unchanged page is a 304', async () => {
  const settings = {
    VITE_ACADEMY_NAME: 'Ours & "theirs" for $$ and $&',
    VITE_WEB_ORIGIN: 'https://a.test/',
    VITE_AUTH_ANON_KEY: '</script><script>alert(1)',
  }
  const own = await startWebServer({ folder, port: 0, upstreams: { api: upstreamUrl }, settings })
  onTestFinished(() => own.stop())
  const response = await fetch(`http://127.0.0.1:${own.port}/dashboard`, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  const text = await response.text()
  const [, data = ''] = /<script type="application\/json" id="academy-settings">(.*?)<\/script>/.exec(text) ?? []
  expect(JSON.parse(data)).toEqual(settings)
  expect(text).not.toContain('<script>alert')
  expect(text).toContain('<title>Ours &amp; &quot;theirs&quot; for $$ and $&amp;</title>')
  expect(text).toContain('og:image" content="https://a.test/social-image.png"')
  expect(text).toContain('og:url" content="https://a.test/"')
  expect(response.headers.get('content-security-policy')).toBe(pageHeaders(inlineScripts(page), settings)['content-security-policy'])
  expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/)
  const again = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } }
  expect((await fetch(`http://127.0.0.1:${own.port}/`, again)).status).toBe(304)
  expect((await fetch(`${url}/`)).headers.get('strict-transport-security')).toBeNull()
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0, gzip', 'gzip'],
  ['BR; q=0.0 , gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['br; q=0, gzip; q=0.000', null],
])('compresses a page as the client accepts it: %s', async (accepted, encoding) => {
  const response = await fetch(`${url}/dashboard`, { headers: { 'accept-encoding': accepted } })
  expect(response.headers.get('content-encoding')).toBe(encoding)
})

test('PUBLIC-16 the page may call the country lookup of another host', () => {
  const policy = pageHeaders(inlineScripts(page), { VITE_GEO_URL: 'https://where.test/me' })['content-security-policy']
  expect(policy).toMatch(/connect-src 'self' https:\/\/where.test /)
})

test('the page may call separate hosts of the API and the auth service; pictures come from the API', () => {
  const policy = pageHeaders(inlineScripts(page), { VITE_API_URL: 'https://api.test/', VITE_AUTH_URL: 'https://x.supabase.co/auth/v1' })[
    'content-security-policy'
  ]
  expect(policy).toMatch(/connect-src 'self' https:\/\/api.test https:\/\/x.supabase.co /)
  expect(policy).toContain("img-src 'self' data: https://api.test;")
})

test('forwards /auth/v1 to the root of an auth service, and responds with 404 without one', async () => {
  const fetchHealth = async (auth?: string) => {
    const own = await startWebServer({ folder, port: 0, upstreams: { api: upstreamUrl, ...(auth && { auth }) }, settings: {} })
    onTestFinished(() => own.stop())
    return await fetch(`http://127.0.0.1:${own.port}/auth/v1/health?x=1`)
  }
  expect(await (await fetchHealth(upstreamUrl)).text()).toMatch(/^GET \/health\?x=1 /)
  const without = await fetchHealth()
  expect([without.status, await without.json()]).toMatchObject([404, { code: 'not_found' }])
})

test('takes the address of the client only from a trusted proxy', async () => {
  const { trustProxy } = readConfig({ API_UPSTREAM: upstreamUrl, TRUST_PROXY: '1' })
  const trusting = await startWebServer({ folder, port: 0, upstreams: { api: upstreamUrl }, settings: {}, trustProxy })
  onTestFinished(() => trusting.stop())
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect(await (await fetch(`http://127.0.0.1:${trusting.port}/api/x`, { headers })).text()).toBe('GET /api/x 203.0.113.9')
  expect(await (await fetch(`${url}/api/x`, { headers })).text()).toBe('GET /api/x 127.0.0.1')
})

test('closing waits for running responses, not for idle connections', async () => {
  const { promise: request, resolve: respond } = Promise.withResolvers<ServerResponse>()
  const slow = createServer((_request, response) => respond(response))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void slow.close())
  const api = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const own = await startWebServer({ folder, port: 0, upstreams: { api }, settings: {} })
  await (await fetch(`http://127.0.0.1:${own.port}/`)).text()
  const pending = fetch(`http://127.0.0.1:${own.port}/api/slow`).then((response) => response.text())
  const running = await request
  const stopping = own.stop()
  running.end('late')
  await stopping
  expect(await pending).toBe('late')
})

test('reports every invalid variable of the environment', () => {
  expect(() => readConfig({ PORT: 'x', AUTH_UPSTREAM: 'auth' })).toThrow(
    /PORT must be a whole number[\s\S]*API_UPSTREAM is missing[\s\S]*AUTH_UPSTREAM is not/,
  )
  const config = readConfig({ API_UPSTREAM: 'http://api:3001', VITE_ACADEMY_NAME: 'Ours', VITE_GEO_URL: ' ', HOME: '/root' })
  expect(config).toMatchObject({
    port: 3000,
    trustProxy: false,
    upstreams: { api: 'http://api:3001' },
    settings: { VITE_ACADEMY_NAME: 'Ours' },
  })
  expect(Object.keys(config.settings)).toEqual(['VITE_ACADEMY_NAME'])
})

test.each(['everybody', '10.0.0.0/33', 'loopback,'])('refuses %j as trusted proxies', (TRUST_PROXY) => {
  expect(() => readConfig({ API_UPSTREAM: upstreamUrl, TRUST_PROXY })).toThrow(/TRUST_PROXY must be the number of proxies/)
})

test.each([
  ['true', true],
  ['0', false],
  ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
])('TRUST_PROXY %j is read as %j', (TRUST_PROXY, trusted) => {
  expect(readConfig({ API_UPSTREAM: upstreamUrl, TRUST_PROXY }).trustProxy).toEqual(trusted)
})

test('refuses to publish a secret key', () => {
  const role = (name: string) => `e30.${Buffer.from(JSON.stringify({ role: name })).toString('base64url')}.signature`
  const read = (key: string) => () => readConfig({ API_UPSTREAM: 'http://api:3001', VITE_AUTH_ANON_KEY: key })
  for (const key of [role('service_role'), 'sb_secret_0123456789', 'sk_live_0123456789', ' rk_test_0123456789'])
    expect(read(key), key).toThrow(/VITE_AUTH_ANON_KEY is a secret key/)
  for (const key of [role('anon'), 'sb_publishable_0123456789']) expect(read(key), key).not.toThrow()
})

test('reads folders relative to the working directory', () => {
  const { folder: web, renderer } = readConfig({
    API_UPSTREAM: 'http://api:3001',
    WEB_FOLDER: 'apps/web/dist',
    WEB_RENDERER_FOLDER: '/built',
  })
  expect([web, renderer]).toEqual([path.resolve('apps/web/dist'), '/built'])
})

test('names the setting of a folder without a build', async () => {
  const start = (folders: { folder: string; renderer?: string }) =>
    startWebServer({ ...folders, port: 0, upstreams: { api: upstreamUrl }, settings: {} })
  await expect(start({ folder: '/no/build' })).rejects.toThrow(
    /^WEB_FOLDER is \/no\/build, where there is no index\.html\. Build the web app/,
  )
  await expect(start({ folder, renderer: '/no/build' })).rejects.toThrow(
    /^WEB_RENDERER_FOLDER is \/no\/build, where there is no entry-server\.js/,
  )
})
