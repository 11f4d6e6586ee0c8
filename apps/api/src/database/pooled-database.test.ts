import { apiRoleUrl } from '@academy/standins/postgres'
import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { startPooler } from '../testing/pooler.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './open-database.ts'

const newDatabase = async () => apiRoleUrl(await createTestDatabase())
const prompt = { title: 'Interview', description: 'Asks well', content: 'Ask {{name}}' }

test.each(['session', 'transaction'] as const)('serves through a pooler in %s mode with its default settings', async (mode) => {
  const url = await newDatabase()
  const pooler = await startPooler(url, { mode, size: mode === 'session' ? 20 : 2 })
  const direct = mode === 'transaction' ? { DATABASE_DIRECT_URL: url } : {}
  const { app, another, owner, signIn } = await buildTestApp({ env: { DATABASE_URL: pooler.url, ...direct } })
  const id = crypto.randomUUID()
  const headers = await signIn({ id })
  const created = await Promise.all(
    Array.from({ length: 10 }, () => app.inject({ method: 'POST', url: '/api/prompts', headers, payload: prompt })),
  )
  expect(created.map(({ statusCode }) => statusCode)).toEqual(created.map(() => 403))
  const second = await another()
  const contexts = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => (turn % 2 ? app : second).inject({ url: '/api/accounts/context', headers })),
  )
  expect(contexts.map(({ statusCode }) => statusCode)).toEqual(contexts.map(() => 200))

  // the second instance caches the account's entitlements; LISTEN notifies it of changes by a command
  const opens = async () => (await second.inject({ method: 'POST', url: '/api/prompts', headers, payload: prompt })).statusCode
  expect(await opens()).toBe(403)
  await owner`insert into grants (account_id, package, reason, granted_by) values (${id}, 'studio', 'a test', 'a test')`
  await owner`select pg_notify('entitlements_changed', ${id})`
  await expect.poll(opens).toBe(201)
  const list = await app.inject({ url: '/api/prompts', headers })
  expect(list.json()).toHaveLength(1)
  await second.close()
  expect(pooler.refused).toEqual([])
  expect(pooler.serverConnections).toBeGreaterThan(0)
})

test('a pooler in transaction mode answers a statement that the driver sends before the previous one was answered', async () => {
  const { url } = await startPooler(await newDatabase(), { mode: 'transaction', size: 2 })
  const sql = openDatabase(url, { applicationName: 'a-test', prepare: false })
  try {
    await sql`select 1`
    const [, [second]] = await Promise.all([sql`select pg_sleep(0.2)`, sql`select ${2}::int as number`])
    expect(second).toEqual({ number: 2 })
  } finally {
    await sql.end({ timeout: 1 })
  }
})

test('sets the time limit of statements after connecting, on each connection of a pool', async () => {
  const { url } = await startPooler(await newDatabase(), { mode: 'session', size: 5 })
  const sql = openDatabase(url, { applicationName: "it's a test", max: 4, settings: { statement_timeout: 4321, search_path: "it's" } })
  try {
    const rows = await Promise.all(
      Array.from(
        { length: 4 },
        () => sql`select pg_sleep(0.2), pg_backend_pid() as pid, current_setting('statement_timeout') as "limit",
          current_setting('search_path') as path, current_setting('application_name') as name`,
      ),
    )
    expect(new Set(rows.map(([row]) => row?.pid)).size).toBe(4)
    for (const [row] of rows) expect(row).toMatchObject({ limit: '4321ms', path: `"it's"`, name: "it's a test" })
  } finally {
    await sql.end()
  }
})

test('refuses queries on a connection whose settings failed, with the reason', async () => {
  const sql = openDatabase(await newDatabase(), { applicationName: 'a-test', settings: { statement_timeout: 'soon' } })
  await expect(sql`select 1`).rejects.toThrow(/invalid value for parameter "statement_timeout"/)
  await expect(sql`select 1`).rejects.toThrow()
  await sql.end({ timeout: 1 })
})
