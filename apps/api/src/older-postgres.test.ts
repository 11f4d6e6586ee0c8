import { createDatabase, type Postgres, startTemporaryPostgres } from '@academy/standins/postgres'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { requireSupportedVersion } from './database/supported-versions.ts'
import { migrate } from './migrate-database.ts'
import { createEmptyDatabase, createTestDatabase } from './testing/test-database.ts'

const open = (url: string): postgres.Sql => {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end())
  return sql
}

let newest: Postgres
beforeAll(async () => {
  newest = await startTemporaryPostgres()
})
afterAll(() => newest.stop())

test('the server is older than the newest one, and lacks its features', async () => {
  const sql = open(await createEmptyDatabase())
  const [{ version }] = await sql<[{ version: string }]>`select current_setting('server_version_num') as version`
  expect(Number(version)).toBeLessThan(180_000)
  await expect(sql`select uuidv7()`).rejects.toThrow('does not exist')
})

test('creates ids of version 7 that increase within a session and contain the time', async () => {
  const sql = open(await createTestDatabase())
  const clock = async () => Number((await sql`select extract(epoch from clock_timestamp()) * 1000 as now`)[0]?.now)
  const startedAt = await clock()
  const ids = (await sql<{ id: string }[]>`select uuidv7()::text as id from generate_series(1, 2000)`).map(({ id }) => id)
  const ended = await clock()
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
  const times = ids.map((id) => id.slice(0, 18))
  expect(times).toEqual(times.toSorted())
  for (const id of ids) {
    const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    expect(madeAt).toBeGreaterThanOrEqual(Math.floor(startedAt))
    expect(madeAt).toBeLessThanOrEqual(ended)
  }
})

test('sorts names by code points, and finds capital letters of all alphabets', async () => {
  const sql = open(await createTestDatabase())
  const sorted = await sql<
    { t: string }[]
  >`select t from unnest(array['é', 'z', 'Z', 'a', 'я', '🦊', '中']) as t order by t collate "pg_c_utf8"`
  expect(sorted.map(({ t }) => t)).toEqual(['Z', 'a', 'z', 'é', 'я', '中', '🦊'])
  expect(await sql`select lower('ZOË ЯНА' collate "pg_c_utf8") as t`).toEqual([{ t: 'zoë яна' }])
})

test('a backup moves data to the newest server, and back', async () => {
  const source = await createTestDatabase()
  const prompts = (url: string) => open(url)`select id, title, size from prompts order by id`
  await open(source)`insert into prompts (account_id, title, description, content)
    select gen_random_uuid(), 'prompt ' || n, 'ünï', 'content' from generate_series(1, 50) n`
  const before = await prompts(source)
  expect(before).toHaveLength(50)
  const there = await createDatabase(newest.url, 'moved')
  await migrate(there)
  await restore(there, backup(source))
  expect(await prompts(there)).toEqual(before)
  const back = await createTestDatabase()
  await restore(back, backup(there))
  expect(await prompts(back)).toEqual(before)
  expect(new URL(back).host).toBe(new URL(inject('postgresUrl')).host)
})

test('refuses a server that is too old', async () => {
  const sql = open(await createTestDatabase())
  const fake = ((text: TemplateStringsArray) =>
    sql.unsafe(text.join('').replace("current_setting('server_version_num')", "'140011'"))) as never
  await expect(requireSupportedVersion(fake)).rejects.toThrow('The database server is Postgres 14, and the academy needs 15 or newer.')
})
