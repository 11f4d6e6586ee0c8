import postgres from 'postgres'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { receiveNotifications } from '../../testing/receive-notifications.ts'

const { app, config, signIn, statements } = await buildTestApp({ env: { DATABASE_POOL_SIZE: '8', LOG_LEVEL: 'trace' } })
const publish = publisher(app.db)
const learner = await signIn()

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { ...learner, ...headers } })

/** A database connection outside the app. */
const otherConnection = postgres(config.databaseUrl, { max: 2, connection: { application_name: 'other' } })
afterAll(() => otherConnection.end())

/** The last statement of each of the app's connections, with its time. */
const lastStatements = () =>
  otherConnection`select pid, query_start, query from pg_stat_activity where datname = current_database() and application_name <> 'other' order by pid`

const urls = [
  '/api/courses/course',
  '/api/courses/course/video',
  '/api/sessions',
  '/api/sessions/first',
  '/api/sessions/first/tutorials',
  '/api/tutorials/open/content',
]

await publish.course('course')
await publish.session('first', 'course', { position: 1, free: true })
await publish.session('second', 'course', { position: 2 })
await publish.tutorial('open', 'first', { parts: { description: '<p>hello</p>' } })
await publish.tutorial('locked', 'second', { parts: { description: '<p>secret</p>' } })

describe('the cache', () => {
  test('a warm request for public content makes no query, for any caller', async () => {
    await receiveNotifications(app)
    for (const url of urls) expect([url, (await get(url)).statusCode]).toEqual([url, 200])
    const before = await lastStatements()
    for (const url of [...urls, '/api/tutorials/none/content', '/api/courses/none']) {
      for (const headers of [learner, await signIn()]) await app.inject({ url, headers })
    }
    // A connection that closed in between is no query.
    expect(before).toEqual(expect.arrayContaining([...(await lastStatements())]))
  })

  test('is loaded once by concurrent requests', async () => {
    const waiting = () =>
      otherConnection`select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const loads = () => statements().filter((statement) => /from "?content_/.test(statement)).length
    const before = loads()
    const requests = await otherConnection.begin(async (sql) => {
      await sql`lock table content_courses, content_sessions, content_tutorials in access exclusive mode`
      await app.sql`select pg_notify('content_published', 'cold')`
      await receiveNotifications(app)
      const started = Array.from({ length: 200 }, () => get('/api/sessions'))
      await expect.poll(waiting).toHaveLength(3)
      return started
    })
    const responses = await Promise.all(requests)
    // Courses, sessions and tutorials once each, though the pool has room for more.
    expect(loads() - before).toBe(3)
    expect(new Set(responses.map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(1)
  })

  test('does not keep a failed load: the next request loads again', async () => {
    const { app: other, owner: otherOwner, signIn: signInThere } = await buildTestApp()
    const headers = await signInThere()
    await otherOwner`alter table content_sessions rename to content_sessions_away`
    expect((await other.inject({ url: '/api/sessions', headers })).statusCode).toBe(500)
    await otherOwner`alter table content_sessions_away rename to content_sessions`
    expect((await other.inject({ url: '/api/sessions', headers })).statusCode).toBe(200)
  })
})

test('TUT-10 parts that a stored page lacks are empty, until a sync reads the page again', async () => {
  await publish.tutorial('older', 'first', { parts: { description: '<p>kept</p>' } })
  await app.sql`update content_tutorials set parts = '{"description": "<p>kept</p>"}' where public_id = 'older'`
  await receiveNotifications(app)
  const response = await get('/api/tutorials/older/content')
  expect([response.statusCode, response.json().data]).toMatchObject([200, { description: { html: '<p>kept</p>' }, tools: null, tips: [] }])
})

describe('a publish reaches every instance', () => {
  test('by the notification of the publishing instance', async () => {
    expect((await get('/api/tutorials/open/content')).json().data.description.html).toBe('<p>hello</p>')
    await publish.tutorial('open', 'first', { parts: { description: '<p>news</p>' } })
    await expect
      .poll(async () => (await get('/api/tutorials/open/content')).json().data.description.html, { interval: 20 })
      .toBe('<p>news</p>')
  })

  test('also when a request that began earlier is still opening its tutorial', async () => {
    const opened = Promise.withResolvers<void>()
    const { openTutorial } = app
    const opening = vi.spyOn(app, 'openTutorial').mockImplementationOnce(async (...request) => {
      await opened.promise
      return await openTutorial(...request)
    })
    const early = get('/api/tutorials/open/content')
    await expect.poll(() => opening.mock.calls.length).toBe(1)
    await publish.tutorial('locked', 'second', { name: 'Renamed', parts: { description: '<p>secret</p>' } })
    await expect.poll(async () => (await get('/api/sessions/second/tutorials')).payload).toContain('Renamed')
    opened.resolve()
    expect((await early).statusCode).toBe(200)
    expect((await get('/api/tutorials/open/content')).json().data.next.next_tutorial.name).toBe('Renamed')
  })

  test('also after the listening connection was lost and reconnected', async () => {
    await get('/api/courses/course')
    const kill = () =>
      app.sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database() and pid <> pg_backend_pid()`
    expect(await kill()).toHaveLength(1)
    await publish.course('course', { description: 'while the connection was lost' })
    await expect.poll(async () => (await get('/api/courses/course')).payload).toContain('while the connection was lost')
    await publish.course('course', { description: 'listening again' })
    await expect.poll(async () => (await get('/api/courses/course')).payload).toContain('listening again')
  })
})

describe('a browser with a cached response gets 304', () => {
  test.each(urls)('%s responds with 304 to its own ETag, and in full to any other', async (url) => {
    const first = await get(url)
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^(?:W\/)?"[\w-]{27}"$/),
      'cache-control': 'private, no-cache',
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringMatching(/(^|, )Authorization(,|$)/),
    })
    const etag = String(first.headers.etag)
    for (const tag of [etag, etag.startsWith('W/') ? etag.slice(2) : `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(url, { 'if-none-match': tag })
      expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', first.headers.etag])
      expect(again.headers['content-length']).toBeUndefined()
    }
    const other = await get(url, { 'if-none-match': '"other"' })
    expect([other.statusCode, other.payload]).toEqual([200, first.payload])
  })

  test('refusals are never cached', async () => {
    const locked = await get('/api/tutorials/locked/content', { 'if-none-match': '*' })
    expect([locked.statusCode, locked.headers.etag]).toEqual([403, undefined])
    const missing = await get('/api/courses/none', { 'if-none-match': '*' })
    expect([missing.statusCode, missing.headers.etag, missing.json().code]).toEqual([404, undefined, 'not_found'])
  })

  test('the ETag of a page changes with it', async () => {
    const before = (await get('/api/tutorials/open/content')).headers.etag
    await publish.tutorial('open', 'first', { parts: { description: '<p>changed</p>' } })
    await expect.poll(async () => (await get('/api/tutorials/open/content')).headers.etag).not.toBe(before)
  })
})
