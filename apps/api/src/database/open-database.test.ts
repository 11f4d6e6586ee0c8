import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { databaseProxy, databaseWithoutTls } from '../testing/database-proxy.ts'
import { rejectionOf } from '../testing/rejection-of.ts'
import { createEmptyDatabase, createTestDatabase } from '../testing/test-database.ts'
import { isDatabaseOutage } from './database-errors.ts'
import { openDatabase, type Sql } from './open-database.ts'

/** The time limit for silence in milliseconds; longer than any statement of these tests takes. */
const SILENT_MS = 1_500

function pool(url: string, { silentMs = SILENT_MS, ...options }: { silentMs?: number; max?: number; idle_timeout?: number } = {}) {
  const sql = openDatabase(url, { applicationName: 'test', silence: silentMs / 1_000, ...options })
  onTestFinished(() => sql.end({ timeout: 0 }))
  return sql
}
const pid = async (sql: Sql): Promise<number> => (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid

describe.each([
  ['plain', { tls: false }, ''],
  ['over TLS', { tls: true }, '?sslmode=require'],
])('a silent connection, %s', (_, options, mode) => {
  test('fails its waiting queries as an outage, and the pool opens another connection', async () => {
    const proxy = await databaseProxy(await createEmptyDatabase(), options)
    const sql = pool(proxy.url + mode)
    const before = await pid(sql)
    proxy.goSilent()
    // the driver sends the second one together with the first
    const both = [rejectionOf(pid(sql)), rejectionOf(pid(sql))]
    for (const error of await Promise.all(both)) expect([error.code, isDatabaseOutage(error)]).toEqual(['CONNECTION_CLOSED', true])
    expect(await pid(sql)).not.toBe(before)
  })

  test('stays open without a waiting query, idle or listening', async () => {
    const proxy = await databaseProxy(await createEmptyDatabase(), options)
    const sql = pool(proxy.url + mode)
    const heard: string[] = []
    let listens = 0
    await sql.listen(
      'news',
      (news) => heard.push(news),
      () => {
        listens += 1
      },
    )
    const before = await pid(sql)
    await new Promise((later) => setTimeout(later, 1.5 * SILENT_MS))
    expect(await pid(sql)).toBe(before)
    await sql.notify('news', 'hello')
    await expect.poll(() => heard).toEqual(['hello'])
    expect(listens).toBe(1)
  })

  test('serves many concurrent statements, small and large', async () => {
    // twice the usual limit, because a busy machine must not seem silent
    const silentMs = 2 * SILENT_MS
    const sql = pool((await databaseProxy(await createEmptyDatabase(), options)).url + mode, { max: 2, silentMs })
    const lengths = Array.from({ length: 60 }, (_nothing, index) => (index % 20) * 9_999)
    const rows = await Promise.all(lengths.map((length) => sql`select repeat('Z', ${length}::int) as text`))
    expect(rows.map(([row]) => row?.text.length)).toEqual(lengths)
    const before = await pid(sql)
    await new Promise((later) => setTimeout(later, 1.2 * silentMs))
    const after = [await pid(sql), await pid(sql)]
    expect(after, 'none of them counts as unanswered').toContain(before)
  })
})

test('a silent connection takes the idle ones and that of LISTEN with it', async () => {
  const proxy = await databaseProxy(await createEmptyDatabase())
  const sql = pool(proxy.url, { max: 3 })
  let listens = 0
  await sql.listen(
    'news',
    () => {},
    () => {
      listens += 1
    },
  )
  await Promise.all([pid(sql), pid(sql), pid(sql)])
  expect(proxy.goSilent()).toBe(4)
  await rejectionOf(pid(sql))
  await expect.poll(() => listens).toBe(2)
  for (let turn = 0; turn < 3; turn += 1) expect(await pid(sql)).toBeGreaterThan(0)
})

test('a silent connection that the pool closes because it is idle can be opened again', async () => {
  const proxy = await databaseProxy(await createEmptyDatabase())
  // longer than the time limit, which then begins with the end of the connection
  const idleMs = SILENT_MS + 300
  const sql = pool(proxy.url, { idle_timeout: idleMs / 1_000 })
  const before = await pid(sql)
  proxy.goSilent()
  await new Promise((later) => setTimeout(later, idleMs + 100))
  expect(await pid(sql)).not.toBe(before)
})

describe('the driver’s behavior', () => {
  test('verify-full compares the name of a trusted certificate, and `require` refuses a database without TLS', async () => {
    const url = await createEmptyDatabase()
    const secure = await databaseProxy(url, { tls: true })
    const verified = `${secure.url}?sslmode=verify-full`
    expect((await rejectionOf(pid(pool(verified)))).code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    const trusted = getCACertificates()
    onTestFinished(() => setDefaultCACertificates(trusted))
    setDefaultCACertificates([...trusted, secure.cert ?? ''])
    expect((await rejectionOf(pid(pool(verified)))).code).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(await pid(pool(verified.replace('127.0.0.1', 'localhost')))).toBeGreaterThan(0)
    const { url: plain } = await databaseWithoutTls(url)
    expect(isDatabaseOutage(await rejectionOf(pid(pool(`${plain}?sslmode=require`))))).toBe(true)
    expect(await pid(pool(`${plain}?sslmode=prefer`))).toBeGreaterThan(0)
  })

  test('retries refused connections, and continues with the next of several hosts', async () => {
    const url = new URL(await createEmptyDatabase())
    const refused = await databaseProxy(url.href)
    const sql = pool(`postgres://postgres@127.0.0.1:1${url.pathname}`)
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await rejectionOf(pid(sql))).code).toBe('ECONNREFUSED')
    const { host } = new URL(refused.url)
    expect(await pid(pool(`postgres://postgres@127.0.0.1:1,${host}${url.pathname}`))).toBeGreaterThan(0)
  })
})

test('serves learners again without a restart after all connections went silent', async () => {
  const proxy = await databaseProxy(await createTestDatabase())
  const { app, signIn } = await buildTestApp({ env: { DATABASE_URL: proxy.url } })
  const headers = await signIn()
  const requestStatus = async () => (await app.inject({ url: '/api/accounts/context', headers })).statusCode
  expect(await Promise.all([requestStatus(), requestStatus(), requestStatus()])).toEqual([200, 200, 200])
  expect(proxy.goSilent()).toBeGreaterThan(2)
  const lost = await Promise.all(Array.from({ length: 8 }, requestStatus))
  expect(lost).toContain(503)
  await expect.poll(requestStatus).toBe(200)
  await expect.poll(async () => (await app.inject('/api/ready')).statusCode).toBe(200)
})
