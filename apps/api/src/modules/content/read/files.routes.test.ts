import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { pictureOf, publisher } from '../../../testing/published-pages.ts'

const ADMIN = { email: 'admin@example.test' }
const { app, config, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN.email } })
const publish = publisher(app.db)
const [open, locked, both, unused] = [pictureOf('green'), pictureOf('red'), pictureOf('blue'), pictureOf('grey')]

const image = (hash: string) => `<figure><img src="/api/files/${hash}" alt="" loading="lazy" decoding="async" /></figure>`

await publish.course('course')
await publish.session('first', 'course', { position: 1, free: true })
await publish.session('second', 'course', { position: 2 })
await publish.tutorial('open', 'first', { diagram: open.hash, parts: { description: image(both.hash) } }, [open, both])
await publish.tutorial(
  'locked',
  'second',
  {
    diagram: locked.hash,
    parts: { description: image(both.hash) + image(locked.hash), tips: [{ parent_html: 'x', children_html: image(locked.hash) }] },
  },
  [locked, both],
)
afterEach(() => void vi.useRealTimers())

const contentOf = async (id: string) => {
  const response = await app.inject({ url: `/api/tutorials/${id}/content`, headers: await signIn(ADMIN) })
  return response.json().data
}
const diagramOf = async (id: string): Promise<string> => (await contentOf(id)).diagram_url
/** As an <img> asks: without a token. */
const load = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('TUT-15 pictures of free tutorials', () => {
  test('need no key, and stay in every cache', async () => {
    const url = await diagramOf('open')
    expect(url).toBe(`/api/files/${open.hash}`)
    const response = await load(url)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(open.bytes)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringMatching(/default-src 'none';.*sandbox$/),
    })
    const again = await load(url, { 'if-none-match': String(response.headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  test('a picture that a free tutorial shows is open, also where a locked one shows it as well', async () => {
    expect((await load(`/api/files/${both.hash}`)).statusCode).toBe(200)
  })
})

describe('TUT-15 pictures of locked tutorials', () => {
  test('get a signed URL for accounts that may open the tutorial, in the diagram and in the text', async () => {
    const { description, tips, diagram_url } = await contentOf('locked')
    const sources = [...(description.html + tips[0].children_html).matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src)
    expect(sources).toHaveLength(3)
    for (const src of [...sources, diagram_url]) {
      expect(src).toMatch(/^\/api\/files\/[0-9a-f]{64}\?key=\d+\.[\w-]{43}$/)
      expect((await load(src)).statusCode).toBe(200)
    }
    expect((await load(diagram_url)).headers['cache-control']).toBe('private, max-age=31536000, immutable')
  })

  test('without the signed URL do not exist', async () => {
    const learner = await app.inject({ url: '/api/tutorials/locked/content', headers: await signIn() })
    expect(learner.payload).not.toContain(locked.hash)
    for (const url of [`/api/files/${locked.hash}`, `/api/files/${'0'.repeat(64)}`]) {
      const response = await load(url)
      expect([response.statusCode, response.json().code, response.headers['cache-control']]).toEqual([404, 'not_found', 'no-store'])
    }
  })

  test('a forged, swapped or lengthened key is refused', async () => {
    const url = await diagramOf('locked')
    const [, key = ''] = url.split('?key=')
    const [expires = '', signature = ''] = key.split('.')
    const forged = [
      `${expires}.${'A'.repeat(43)}`,
      `${Number(expires) + 3600}.${signature}`,
      `${expires}.${signature.slice(0, -1)}`,
      `${expires}.${signature}A`,
      `${expires}.`,
      `.${signature}`,
      '',
      'x',
    ]
    for (const key of forged) expect([key, (await load(`/api/files/${locked.hash}?key=${key}`)).statusCode]).toEqual([key, 404])
    expect((await load(`/api/files/${unused.hash}?key=${key}`)).statusCode).toBe(404)
    expect((await load(`/api/files/${locked.hash}?key=${key}&key=${key}`)).statusCode).toBe(404)
    const other = await buildTestApp({
      env: { DATABASE_URL: config.databaseUrl, FILE_SIGNING_KEY: 'another key of at least 32 characters' },
    })
    expect((await other.app.inject(url)).statusCode).toBe(404)
  })

  test('a signed URL works for one to two hours; then the tutorial has a new one', async () => {
    const url = await diagramOf('locked')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * 60_000 })
    expect((await load(url)).statusCode).toBe(200)
    vi.setSystemTime(Date.now() + 62 * 60_000)
    const expired = await load(url)
    expect([expired.statusCode, expired.json().code]).toEqual([403, 'forbidden'])
    vi.useRealTimers()
    const soon = await diagramOf('locked')
    expect((await load(soon)).statusCode).toBe(200)
  })
})

test('responds with 404 to a path without a hash', async () => {
  for (const path of ['x', '..%2f..%2fetc%2fpasswd', open.hash.toUpperCase(), `${open.hash}0`, '%00']) {
    expect([path, (await load(`/api/files/${path}`)).statusCode]).toEqual([path, 404])
  }
})

test('counts guesses, not a page with many pictures', async () => {
  const { app: strict } = await buildTestApp({ env: { DATABASE_URL: config.databaseUrl, RATE_LIMIT_PUBLIC_PER_MINUTE: '5' } })
  for (let i = 0; i < 20; i += 1) expect((await strict.inject(`/api/files/${open.hash}`)).statusCode).toBe(200)
  const responses = []
  for (let i = 0; i < 7; i += 1) responses.push((await strict.inject(`/api/files/${'f'.repeat(64)}`)).statusCode)
  expect(responses).toEqual([404, 404, 404, 404, 404, 429, 429])
})

test('uses the public URL of the API for pictures', async () => {
  const academy = await buildTestApp({
    env: { DATABASE_URL: config.databaseUrl, PUBLIC_API_URL: 'https://api.academy.test/', ADMIN_EMAIL: ADMIN.email },
  })
  const response = await academy.app.inject({ url: '/api/tutorials/locked/content', headers: await academy.signIn(ADMIN) })
  const { diagram_url, description } = response.json().data
  expect(diagram_url).toMatch(/^https:\/\/api\.academy\.test\/api\/files\//)
  expect(description.html.match(/src="https:\/\/api\.academy\.test\/api\/files\//g)).toHaveLength(2)
})
