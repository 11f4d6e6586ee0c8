import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { publisher } from '../../../testing/published-pages.ts'
import { receiveNotifications } from '../../../testing/receive-notifications.ts'
import { contentFiles, contentFileUses } from '../mirror/content.table.ts'
import { fileLinks } from './file-links.ts'

type Clip = { hash: string; type: string; bytes: Buffer }

const PART = 256 * 1024
const clipOf = (length: number): Clip => {
  const bytes = randomBytes(length)
  return { hash: createHash('sha256').update(bytes).digest('hex'), type: 'video/mp4', bytes }
}

/** Builds an academy with a video that every visitor may load. Counts statements from the first call of `load`. */
async function academyWith(clip: Clip, env: Record<string, string> = {}) {
  const test = await buildTestApp({ env: { LOG_LEVEL: 'trace', ...env } })
  const publish = publisher(test.app.db)
  await publish.course('course')
  await publish.session('session', 'course', { free: true })
  await publish.tutorial('tutorial', 'session')
  const [page] = await test.app.sql<[{ notion_page_id: string }]>`select notion_page_id from content_tutorials`
  await test.app.db.insert(contentFiles).values(clip)
  await test.app.db.insert(contentFileUses).values({ hash: clip.hash, notion_page_id: page.notion_page_id })
  // A later notification would clear the cache during the test.
  await receiveNotifications(test.app)
  const url = `/api/files/${clip.hash}`
  return {
    ...test,
    publish,
    url,
    load: (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => test.app.inject({ method, url, headers }),
    /** How often bytes were read. */
    reads: () => test.statements().filter((statement) => statement.includes('substring(')).length,
  }
}

test('performance: reads only the requested range of a large file, in parts', async () => {
  const clip = clipOf(4 * PART + 1_000)
  const { app, load, reads, statements } = await academyWith(clip)
  const [column] = await app.sql`select attstorage from pg_attribute where attrelid = 'content_files'::regclass and attname = 'bytes'`
  expect(column?.attstorage, 'Postgres finds a part without reading the rest').toBe('e')
  const head = await load({}, 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, String(clip.bytes.length), ''])
  expect((await load({ 'if-none-match': String(head.headers.etag) })).statusCode).toBe(304)
  expect((await load({ range: `bytes=${clip.bytes.length}-` })).statusCode).toBe(416)
  expect(reads(), 'no bytes are needed to say so').toBe(0)

  const ranges: [string, number, number, number][] = [
    ['bytes=0-0', 0, 1, 1],
    [`bytes=${PART - 1}-${PART}`, PART - 1, PART + 1, 2],
    ['bytes=-1500', clip.bytes.length - 1500, clip.bytes.length, 4],
    [`bytes=${PART + 7}-`, PART + 7, clip.bytes.length, 5],
  ]
  for (const [range, from, end, read] of ranges) {
    const part = await load({ range })
    expect([range, part.statusCode, part.headers['content-length'], part.rawPayload.equals(clip.bytes.subarray(from, end))]).toEqual([
      range,
      206,
      String(end - from),
      true,
    ])
    expect([range, reads()]).toEqual([range, read])
  }
  const whole = await load()
  expect(whole.rawPayload.equals(clip.bytes)).toBe(true)
  expect([whole.statusCode, whole.headers['content-length'], reads()]).toEqual([200, String(clip.bytes.length), 5])
  expect(statements().filter((statement) => /"bytes"/.test(statement) && !/substring|octet_length|insert/.test(statement))).toEqual([])
})

test('performance: concurrent readers of a file share its statements', async () => {
  const clip = clipOf(2 * PART)
  const { load, reads } = await academyWith(clip)
  const all = await Promise.all(Array.from({ length: 10 }, () => load()))
  expect(all.map(({ rawPayload }) => rawPayload.equals(clip.bytes))).toEqual(all.map(() => true))
  expect(reads()).toBe(2)
})

test('performance: a publish changes access to a file without reading its bytes again', async () => {
  const clip = clipOf(2 * PART)
  const { load, reads, publish } = await academyWith(clip)
  expect((await load()).statusCode).toBe(200)
  await publish.session('session', 'course', { free: false })
  await expect.poll(async () => (await load()).statusCode).toBe(404)
  await publish.session('session', 'course', { free: true })
  await expect.poll(async () => (await load()).statusCode).toBe(200)
  expect(reads()).toBe(2)
})

test('a slow reader gets the whole file, and only the parts it took are read', async () => {
  const clip = clipOf(120 * PART)
  const { app, url, reads } = await academyWith(clip, { REQUEST_TIMEOUT_SECONDS: '1' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const outgoing = request({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', path: url }).end()
  const [response] = await once(outgoing, 'response')
  expect(response.statusCode).toBe(200)
  // Longer than REQUEST_TIMEOUT_SECONDS. The client reads nothing of the response meanwhile. A busy machine reads fewer parts in this time.
  await new Promise((later) => setTimeout(later, 1_600))
  expect(reads()).toBeLessThan(60)
  const digest = createHash('sha256')
  for await (const chunk of response) digest.update(chunk)
  expect(digest.digest('hex')).toBe(clip.hash)
})

test('responds with 503 without the database, not a 200 that breaks off', async () => {
  const clip = clipOf(2 * PART)
  const { load, app } = await academyWith(clip)
  expect((await load({}, 'HEAD')).statusCode).toBe(200)
  await app.sql.end()
  const response = await load()
  expect([response.statusCode, response.headers.etag, response.headers['cache-control']]).toEqual([503, undefined, 'no-store'])
})

test('guesses over the limit do not reach the database; a valid URL is still served', async () => {
  const clip = clipOf(1_000)
  const { app, config, url, statements } = await academyWith(clip, { RATE_LIMIT_PUBLIC_PER_MINUTE: '3' })
  const guess = async (letter: string) => (await app.inject(`/api/files/${letter.repeat(64)}`)).statusCode
  expect([await guess('a'), await guess('b'), await guess('c')]).toEqual([404, 404, 404])
  const before = statements().length
  expect([await guess('d'), await guess('e')]).toEqual([429, 429])
  expect(statements().length).toBe(before)
  expect((await app.inject(url)).statusCode, 'not cached yet, and not signed').toBe(429)
  const links = fileLinks(config.fileSigningKey)
  expect((await app.inject(links.signed(clip.hash, links.expiryAt(new Date())))).statusCode).toBe(200)
  expect((await app.inject(url)).statusCode, 'cached by now').toBe(200)
})
