import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { receiveNotifications } from '../../testing/receive-notifications.ts'
import { grantPackage, revokePackage } from '../billing/facts/manage-grants.ts'

const COUNT = 2_000
const ADMIN = 'admin@example.test'

const { app, config, signIn, statements } = await buildTestApp({
  env: { ADMIN_EMAIL: ADMIN, LOG_LEVEL: 'trace', DATABASE_POOL_SIZE: '8', RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' },
})
const publish = publisher(app.db)
const admin = await signIn({ email: ADMIN })
const learner = '3f0f1f5e-8f6b-4d0a-9d55-0a3b1c2d4e5f'

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { ...admin, ...headers } })
const idOf = (number: number): string => `resource-${number}`

const words = 'build check slice prompt review test a rule with care before you accept the change of a model that writes code'.split(' ')
/** Returns text that compresses about as well as prose. */
const text = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, i) => words[(seed * 31 + i * i * 7 + ((seed * i) % 11)) % words.length]).join(' ')
const tags = ['Planning', 'Building', 'Debugging', 'Testing', 'Security', 'Data', 'Design', 'Reviews', 'Writing', 'Releases']

const part = (html: string) => ({ html, blocks: [{ type: 'paragraph', content: html }] })

/** A database connection outside the app. */
const beside = postgres(config.databaseUrl, { max: 2, connection: { application_name: 'beside' } })
afterAll(() => beside.end())
const lastQueries = () =>
  beside`select pid, query_start, query from pg_stat_activity where datname = current_database() and application_name <> 'beside' order by pid`

const resource = (number: number) => ({
  name: `Resource ${number}`,
  position: number,
  description: text(number, 20),
  tags: [tags[number % 10] ?? '', tags[(number * 3 + 1) % 10] ?? ''].filter((tag, i, all) => all.indexOf(tag) === i),
  premium: number % 3 === 0,
  related: number % 2 ? [idOf((number + 7) % COUNT)] : [],
  parts: {
    prerequisite: part(`<p>${text(number, 40)}</p>`),
    prompt: part(`<pre class="code" data-language="plain text" tabindex="0"><code>${text(number, 400)}</code></pre>`),
    code_sample: part(`<pre class="code" data-language="javascript" tabindex="0"><code>${text(number, 150)}</code></pre>`),
    additional_instructions: part(`<p>${text(number, 200)}</p>`),
  },
})

beforeAll(() => publish.manyResources(Array.from({ length: COUNT }, (_, number) => ({ slug: idOf(number), resource: resource(number) }))))

const ofResource = ['properties', 'content', 'prerequisite', 'prompt', 'code-sample', 'additional-instructions', 'related-resources']
const urls = ['/api/library', '/api/library?limit=50', ...ofResource.map((name) => `/api/library/${idOf(7)}/${name}`)]

describe(`a library of ${COUNT} resources`, () => {
  test('LIB-09 serves cached content without an SQL statement', async () => {
    for (const url of urls) expect([url, (await get(url)).statusCode]).toEqual([url, 200])
    const before = await lastQueries()
    for (const url of [...urls, '/api/library/none/prompt', '/api/library/none/properties', `/api/library/${idOf(9)}/properties`]) {
      for (let again = 0; again < 3; again += 1) await get(url)
    }
    // A connection that closed in between is no query.
    expect(before).toEqual(expect.arrayContaining([...(await lastQueries())]))
  })

  test('LIB-09 is loaded once by concurrent requests', async () => {
    const waiting = () => beside`select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const before = statements().length
    const requests = await beside.begin(async (sql) => {
      await sql`lock table content_resources in access exclusive mode`
      await app.sql`select pg_notify('content_published', 'cold')`
      await receiveNotifications(app)
      const started = Array.from({ length: 100 }, (_, i) => get(urls[i % urls.length] ?? ''))
      await expect.poll(waiting).toHaveLength(1)
      return started
    })
    const responses = await Promise.all(requests)
    const loads = statements()
      .slice(before)
      .filter((statement) => /from "?content_resources/.test(statement))
    // the list, and the parts of the one resource
    expect(loads).toEqual([expect.not.stringContaining('"parts"'), expect.stringContaining('"parts"')])
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('LIB-09 sends the same list in each encoding that clients accept', async () => {
    const plain = await get('/api/library')
    expect(plain.json().data.results).toHaveLength(COUNT)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const sizes: Record<string, number> = { none: plain.rawPayload.length }
    for (const [accepted, encoding, open] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip;q=0.8', 'gzip', gunzipSync],
    ] as const) {
      const response = await get('/api/library', { 'accept-encoding': accepted })
      expect(response.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(response.rawPayload.length),
        etag: plain.headers.etag,
        'content-type': 'application/json; charset=utf-8',
        vary: expect.stringContaining('Accept-Encoding'),
      })
      expect(open(response.rawPayload).equals(plain.rawPayload)).toBe(true)
      sizes[encoding] = response.rawPayload.length
    }
    for (const accepted of ['identity', 'br;q=0, gzip;q=0', 'xbr', '*;q=0']) {
      expect((await get('/api/library', { 'accept-encoding': accepted })).headers['content-encoding']).toBeUndefined()
    }
    expect(plain.headers.vary).toContain('Accept-Encoding')
    // A resource is about 400 bytes of JSON, which compresses to a tenth.
    expect(sizes.none).toBeLessThan(COUNT * 600)
    expect(sizes.br).toBeLessThan((sizes.none ?? 0) / 5)
    expect(sizes.gzip).toBeLessThan((sizes.none ?? 0) / 4)
  })

  test('LIB-09 a matching ETag gets 304, in every encoding', async () => {
    for (const url of urls) {
      const { headers } = await get(url)
      for (const etag of [String(headers.etag), String(headers.etag).replace('W/', ''), `"other", ${headers.etag}`]) {
        const again = await get(url, { 'if-none-match': etag, 'accept-encoding': 'br' })
        expect([url, again.statusCode, again.payload, again.headers['content-encoding']]).toEqual([url, 304, '', undefined])
      }
    }
  })

  test('LIB-09 LIB-17 shows a publish at once, with another ETag', async () => {
    const before = (await get('/api/library')).headers.etag
    await publish.resource(idOf(5), { ...resource(5), name: 'Renamed' })
    const names = async () => (await get('/api/library')).json().data.results[5].properties.Name.title[0].plain_text
    await expect.poll(names).toBe('Renamed')
    expect((await get('/api/library')).headers.etag).not.toBe(before)
    expect((await get('/api/library', { 'if-none-match': String(before) })).statusCode).toBe(200)
  })

  test('LIB-17 every resource has at most three related ones, never itself, the same in both responses', async () => {
    for (let number = 0; number < COUNT; number += 97) {
      const id = idOf(number)
      const related: { id: string; title: string }[] = (await get(`/api/library/${id}/related-resources`)).json().data
      expect(related).toHaveLength(3)
      expect(related.map((other) => other.id)).not.toContain(id)
      if (number % 2) expect(related[0]?.id).toBe(idOf((number + 7) % COUNT))
      const { enhancedData } = (await get(`/api/library/${id}/properties`)).json().data
      expect(enhancedData.map((other: { id: string }) => other.id)).toEqual(related.map((other) => other.id))
    }
  })

  test('is read in 20 pages of 100', async () => {
    const ids = new Set<string>()
    let cursor: string | null = ''
    let requests = 0
    while (cursor !== null) {
      const { data }: { data: { results: { id: string }[]; next_cursor: string | null } } = (
        await get(`/api/library?limit=100${cursor ? `&cursor=${cursor}` : ''}`)
      ).json()
      for (const { id } of data.results) ids.add(id)
      cursor = data.next_cursor
      requests += 1
    }
    expect([ids.size, requests]).toEqual([COUNT, 20])
  })

  test('memory stays bounded, however much is opened and published', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / 1024 / 1024
    }
    const openAll = async () => {
      await app.sql`select pg_notify('content_published', 'cold')`
      await receiveNotifications(app)
      await get('/api/library')
      for (let number = 0; number < COUNT; number += 1) await get(`/api/library/${idOf(number)}/content`)
    }
    const empty = used()
    await openAll()
    const filled = used()
    await openAll()
    const later = used()
    expect(filled - empty).toBeLessThan(160)
    expect(later - filled).toBeLessThan(25)
  })
})

describe('access', () => {
  const order = { account_id: learner, reason: 'a test', by: 'ada' }
  const grant = (name: string) => grantPackage(app.db, { ...order, package: name, expires_at: null })

  test('D-53 opens only with the entitlement, and closes at once when that ends, also for a cached response', async () => {
    const headers = await signIn({ id: learner })
    const status = async (more = {}) => (await app.inject({ url: '/api/library', headers: { ...headers, ...more } })).statusCode
    await grant('vip')
    await grant('master_course')
    expect(await status()).toBe(403)
    await grant('studio')
    await expect.poll(() => status()).toBe(200)
    const etag = String((await get('/api/library')).headers.etag)
    expect(await status({ 'if-none-match': etag })).toBe(304)
    await revokePackage(app.db, { ...order, package: 'studio' })
    await expect.poll(() => status({ 'if-none-match': etag })).toBe(403)
  })
})
