import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, get as httpGet, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startWebServer } from './web-server.ts'

const APP = '<html><head><title>App</title></head><body><script>inline()</script></body></html>'

/** A renderer with two pages that show a text from the API. The app also has one of them. */
const RENDERER = `
export const isAppPath = (path) => ['/login', '/confirm', '/dashboard', '/certificates/one'].includes(path)
export const mustBeCurrent = (path) => path.startsWith('/certificates/')
const scripts = ['own()']
const html = (status, text, listed = false) => ({ kind: 'html', status, html: '<html><script>own()</script>' + text + '</html>', scripts, listed })
const find = (path) => {
  if (path.startsWith('/pictures/')) return async ({ load }) => {
    const { text } = await load('/api/public/text')
    const style = { fontFamily: 'Display', fontWeight: 700, fontSize: 60, lineClamp: 2, display: 'block' }
    return { kind: 'picture', element: { type: 'div', props: { style, children: text } } }
  }
  if (path === '/old') return async () => ({ kind: 'redirect', to: '/login' })
  if (path === '/free/film') return async ({ load }) => html(200, await load('/api/files/captions'), true)
  if (path === '/unlisted') return async () => html(200, 'unlisted')
  if (path === '/withdrawn') return async () => html(404, 'withdrawn')
  if (path === '/certificates/one') return async ({ load }) => {
    const found = await load('/api/certificates/one/public')
    if (found === null) return html(410, 'no longer valid')
    return found === undefined ? html(404, 'hidden') : html(200, found.text)
  }
  if (path !== '/welcome' && path !== '/dashboard') return undefined
  return async ({ load, origin }) => {
    const found = await load('/api/public/text')
    return found === undefined ? html(404, 'unpublished') : html(200, found.text + ' at ' + origin, true)
  }
}
export const findPage = (path) => find(path.toLowerCase())
export const cacheKey = (path) => findPage(path) && path.toLowerCase()
export const notFound = () => html(404, 'not here')
export const notAvailable = () => html(503, 'later')
`

/** A visitor whose requests the API limits. */
const LIMITED = '203.0.113.9'

let folder: string
let api: Server
let web: Awaited<ReturnType<typeof startWebServer>>
let apiResponse: { status: number; text: string }
let calls: string[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'public-pages-'))
  await writeFile(path.join(folder, 'index.html'), APP)
  await writeFile(path.join(folder, 'robots.txt'), 'User-agent: *\n')
  await writeFile(path.join(folder, 'entry-server.js'), RENDERER)
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'styles.json'), '[]')
  api = createServer((request, response) => {
    calls.push(`${request.url} for ${request.headers['x-forwarded-for']}`)
    if (request.url === '/api/files/captions') return response.writeHead(200, { 'content-type': 'text/vtt; charset=utf-8' }).end('WEBVTT')
    const { status, text } = apiResponse
    if (request.headers['x-forwarded-for'] === LIMITED) return void setTimeout(() => response.writeHead(429).end(), 300)
    response
      .writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '17' }) })
      .end(JSON.stringify({ text }))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => api.close(resolve))
  await rm(folder, { recursive: true })
})

const startWeb = (settings: { VITE_WEB_ORIGIN?: string }) => {
  const address = api.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return startWebServer({ folder, renderer: folder, port: 0, upstreams: { api: `http://127.0.0.1:${port}` }, settings, trustProxy: true })
}

beforeEach(async () => {
  apiResponse = { status: 200, text: 'first' }
  calls = []
  await web?.stop()
  web = await startWeb({ VITE_WEB_ORIGIN: 'https://academy.example' })
})
afterAll(() => web.stop())

/** Stops the clock of the cache until the end of the test. Returns a function that moves it forward, by milliseconds. */
function stopClock() {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (milliseconds: number) => {
    now += milliseconds
  }
}

const get = (page: string) => fetch(`http://127.0.0.1:${web.port}${page}`, { redirect: 'manual' })

test('PUBLIC-06 D-50 allows no script in the content of the API', async () => {
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  apiResponse = { status: 200, text: '<script>steal()</script>' }
  const response = await get('/welcome')
  expect(await response.text()).toContain('<script>steal()</script>')
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain(hash('own()'))
  expect(policy).not.toContain(hash('steal()'))
})

test('EDGE-26 renders one page for all hosts that requests name, and repeats none of them', async () => {
  await web.stop()
  web = await startWeb({})
  for (const host of ['academy.example', 'one.example', 'other.example']) {
    const response = await fetch(`http://127.0.0.1:${web.port}/welcome`, { headers: { 'x-forwarded-host': host } })
    expect(await response.text()).not.toContain('example')
  }
  expect(calls).toEqual(['/api/public/text for 127.0.0.1'])
})

test('PUBLIC-06 renders a page for visitors once for all requests of the next seconds, and allows only its scripts', async () => {
  const responses = await Promise.all([get('/welcome'), get('/welcome?utm_source=mail'), get('/welcome')])
  for (const response of responses) {
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('first at https://academy.example')])
    expect(response.headers.get('x-robots-tag')).toBeNull()
    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(calls).toEqual(['/api/public/text for 127.0.0.1'])
  const etag = responses[0]?.headers.get('etag') ?? ''
  const unchanged = await fetch(`http://127.0.0.1:${web.port}/welcome`, { headers: { 'if-none-match': etag } })
  expect(unchanged.status).toBe(304)
})

test.each([
  ['a page', 11, '/welcome'],
  ['the response to an unknown path', 5, '/unknown'],
  ['the response for a withdrawn page', 5, '/withdrawn'],
  ['an unlisted page, of which there are any number', 5, '/unlisted'],
])('compresses %s with quality %i', async (_, quality, page) => {
  const response = await new Promise<IncomingMessage>((resolve) =>
    httpGet(`http://127.0.0.1:${web.port}${page}`, { headers: { 'accept-encoding': 'br' } }, resolve),
  )
  const body = await buffer(response)
  expect(body).toEqual(brotliCompressSync(brotliDecompressSync(body), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
})

test('PUBLIC-18 renders all spellings of a URL once', async () => {
  for (const page of ['/welcome', '/welcomE', '/WELCOME']) expect(await (await get(page)).text()).toContain('first')
  expect(calls).toHaveLength(1)
})

test.each(['/%', '/login%', '/free/%C3'])(
  'PUBLIC-10 answers %s, which cannot be decoded, with the page for unknown paths',
  async (malformed) => {
    const response = await get(malformed)
    expect([response.status, (await response.text()).includes('inline()')]).toEqual([404, false])
  },
)

test('PUBLIC-17 a page gets the captions of its video from the API', async () => {
  expect(await (await get('/free/film')).text()).toContain('WEBVTT')
})

test('PUBLIC-12 responds with 503 while the API does not respond', async () => {
  apiResponse = { status: 500, text: '' }
  const response = await get('/welcome')
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    503,
    '5',
    expect.stringContaining('later'),
  ])
  const ofApp = await get('/dashboard')
  expect([ofApp.status, await ofApp.text()]).toEqual([200, expect.stringContaining('inline()')])
  apiResponse = { status: 200, text: 'back' }
  expect(await (await get('/welcome')).text()).toContain('back')
})

test('PUBLIC-13 a visitor whose requests the API limits gets 429 with the time to wait', async () => {
  apiResponse = { status: 429, text: '' }
  const response = await get('/welcome')
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    429,
    '17',
    expect.stringContaining('later'),
  ])
  expect((await get('/dashboard')).status).toBe(200)
  apiResponse = { status: 200, text: 'back' }
  expect((await get('/welcome')).status).toBe(200)
})

test('PUBLIC-13 a visitor gets the page that another visitor, whose requests the API limits, requested at the same time', async () => {
  const limited = fetch(`http://127.0.0.1:${web.port}/welcome`, { headers: { 'x-forwarded-for': LIMITED } })
  await expect.poll(() => calls.length).toBe(1)
  const others = await Promise.all([get('/welcome'), get('/welcome')])
  expect([(await limited).status, ...others.map(({ status }) => status)]).toEqual([429, 200, 200])
  expect(calls).toHaveLength(2)
})

test('PUBLIC-05 PUBLIC-12 shows a change after seconds, and the last version while the API does not respond', async () => {
  const advance = stopClock()
  const shown = async () => (await get('/welcome')).text()
  expect(await shown()).toContain('first')
  apiResponse = { status: 200, text: 'second' }
  advance(4_999)
  expect(await shown()).toContain('first')
  advance(2)
  await expect.poll(shown).toContain('second')
  apiResponse = { status: 503, text: '' }
  const before = calls.length
  advance(5_001)
  await expect.poll(async () => (await shown()) && calls.length).toBeGreaterThan(before)
  expect(await shown()).toContain('second')
})

test.each([
  ['LEARN-45 LEARN-46 responds with 410 for a certificate that is no longer valid', 410, 'no longer valid'],
  ['LEARN-43 responds with 404 for a hidden certificate', 404, 'hidden'],
])('%s', async (_, status, text) => {
  apiResponse = { status, text: 'Ada Byron' }
  const response = await get('/certificates/one')
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)])
})

test('LEARN-45 PUBLIC-12 shows no earlier version of a certificate while the API does not respond', async () => {
  const show = async () => {
    const response = await get('/certificates/one')
    return [response.status, await response.text()]
  }
  const advance = stopClock()
  apiResponse = { status: 200, text: 'Ada Byron' }
  expect(await show()).toEqual([200, expect.stringContaining('Ada Byron')])
  apiResponse = { status: 503, text: '' }
  advance(5_001)
  await expect.poll(show).toEqual([503, expect.stringContaining('later')])
  expect(await show()).toEqual([503, expect.stringContaining('later')])
  expect((await get('/certificates/one')).headers.get('retry-after')).toBe('5')
  apiResponse = { status: 410, text: '' }
  expect(await show()).toEqual([410, expect.stringContaining('no longer valid')])
})

test('PUBLIC-10 answers unknown URLs with 404, and pages of the app with the app', async () => {
  const statuses = await Promise.all(
    ['/no/such/page', '/login', '/confirm', '/', '/long'.repeat(100)].map(async (page) => {
      const response = await get(page)
      return [response.status, (await response.text()).includes('inline()'), response.headers.get('x-robots-tag')]
    }),
  )
  expect(statuses).toEqual([
    [404, false, 'noindex'],
    [200, true, null],
    [200, true, 'noindex'],
    [200, true, null],
    [404, false, 'noindex'],
  ])
  apiResponse = { status: 404, text: '' }
  const unpublished = await get('/welcome')
  expect([unpublished.status, unpublished.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
})

test('PUBLIC-14 draws a preview picture once, and lets browsers cache it', async () => {
  apiResponse.text = 'Größe, Łódź & <b>“quotes”</b> '.repeat(40)
  const response = await get('/pictures/brief/1.png')
  const picture = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ])
  expect([picture.toString('latin1', 1, 4), picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(['PNG', 1200, 630])
  const again = await fetch(`http://127.0.0.1:${web.port}/pictures/brief/2.png`, {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('PUBLIC-14 responds with the default picture for a title that the fonts cannot show', async () => {
  apiResponse.text = 'تعلم البرمجة'
  const response = await get('/pictures/brief/1.png')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/social-image.png'])
})

test('redirects moved pages', async () => {
  const response = await get('/old')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
})

test('PUBLIC-09 robots.txt names the sitemap', async () => {
  expect(await (await get('/robots.txt')).text()).toContain('Sitemap: https://academy.example/sitemap.xml')
})
