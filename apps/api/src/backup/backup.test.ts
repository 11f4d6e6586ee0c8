import { randomBytes, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../migrate-database.ts'
import { startPooler } from '../testing/pooler.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { backup, tablesOf } from './backup.ts'
import { restore } from './restore.ts'

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

/** Values that are hard to copy as text, by column type. */
const SPECIAL_VALUES: Record<string, (row: number) => unknown> = {
  uuid: () => randomUUID(),
  text: (row) => `${row} \\. \\N \\\\ \t \r \n \b "'; Ünï 🙂 \u2028 \u0001`,
  'text[]': (row) => ['', `${row}`, '{"a\\,b}', 'Ünï 🙂'],
  boolean: (row) => row % 2 === 0,
  integer: (row) => -2_147_483_648 + row,
  bigint: (row) => `-922337203685477580${row}`,
  'double precision': (row) => ['NaN', '-Infinity', '0.1', '-0', '1e-300'][row],
  'timestamp with time zone': (row) => `2026-11-21 07:08:09.12345${row}+05:30`,
  date: (row) => ['0001-01-01', '1969-12-31', '2028-02-29', '2026-03-29', '9999-12-31'][row],
  bytea: (row) => Buffer.concat([everyByte, randomBytes(40_000), Buffer.from([row])]),
  jsonb: (row) => JSON.stringify({ row, text: '\\. "\\n" 🙂', list: [1e20, null, ''] }),
}
const ROWS = 5

/** Fills every table. In every second row, all nullable columns are null. */
async function fill(sql: postgres.Sql): Promise<void> {
  for (const { name } of await tablesOf(sql)) {
    const columns = await sql<{ name: string; type: string; nullable: boolean }[]>`
      select attname as name, regexp_replace(format_type(atttypid, atttypmod), '\\(\\d\\)', '') as type, not attnotnull as nullable
      from pg_attribute where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
    // A table whose key is a boolean holds at most two rows.
    const rows = columns[0]?.type === 'boolean' ? 2 : ROWS
    for (let row = 0; row < rows; row += 1) {
      const values = columns.map(({ name: column, type, nullable }) => {
        if (nullable && row % 2 === 0) return null
        // The hash of content_file_uses references content_files.
        if (column === 'hash') return `hash ${row}`
        const createValue = SPECIAL_VALUES[type]
        if (!createValue) throw new Error(`No test value for the type ${type} of ${name}.${column}.`)
        return createValue(row)
      })
      const parameters = columns.map(({ type }, index) => `$${index + 1}::${type === 'jsonb' ? 'text::jsonb' : type}`)
      await sql.unsafe(
        `insert into public."${name}" (${columns.map((column) => `"${column.name}"`).join()}) values (${parameters.join()})`,
        values as (string | null)[],
      )
    }
  }
}

/** Reads all rows without the code of the backup. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const sql = postgres(url, { max: 1 })
  try {
    const all: Record<string, string[]> = {}
    for (const { name } of await tablesOf(sql))
      all[name] = (await sql<{ row: string }[]>`select t::text as row from ${sql(`public.${name}`)} t order by 1`).map(({ row }) => row)
    return all
  } finally {
    await sql.end()
  }
}

const open = (url: string) => {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end())
  return sql
}
const newDatabase = async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  return url
}
async function readBackup(url: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of backup(url)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function* chunksOf(text: Buffer, size = 10_000) {
  for (let from = 0; from < text.length; from += size) yield text.subarray(from, from + size)
}

let source: string
let savedBackup: Buffer
beforeAll(async () => {
  source = await newDatabase()
  const sql = postgres(source, { max: 1, onnotice: () => {} })
  await fill(sql)
  await sql.end()
  savedBackup = await readBackup(source)
})

test('restores every table byte for byte', async () => {
  const target = await newDatabase()
  const rows = await restore(target, chunksOf(savedBackup))
  const before = await contentOf(source)
  expect(Object.keys(before).length).toBeGreaterThan(15)
  for (const name of Object.keys(before)) expect([name, rows[name]]).toEqual([name, before[name]?.length])
  expect(Object.values(rows).every((count) => count >= 2)).toBe(true)
  expect(await contentOf(target)).toEqual(before)
  const withoutTime = (text: Buffer) =>
    text
      .toString('latin1')
      .replace(/"at":"[^"]*"/, '')
      .replace(/"sha256":"[^"]*"/, '')
  expect(withoutTime(await readBackup(target)) === withoutTime(savedBackup)).toBe(true)
})

test('reads all tables in one snapshot, without later writes', async () => {
  const sql = open(source)
  const chunks: Buffer[] = []
  for await (const chunk of backup(source)) {
    if (chunks.push(chunk) > 1) continue
    await sql`insert into accounts (account_id, email) values (gen_random_uuid(), 'too-slow@academy.test')`
    await sql`insert into subscriptions (id, account_id, customer_id, offer, price_id, status, started_at, synced_at)
      values ('too-slow', gen_random_uuid(), 'too-slow', 'studio', 'p', 'active', now(), now())`
  }
  expect(Buffer.concat(chunks).includes('too-slow')).toBe(false)
  await sql`delete from accounts where email = 'too-slow@academy.test'`
  await sql`delete from subscriptions where id = 'too-slow'`
})

test('restores nothing from a truncated or changed backup', async () => {
  const target = await newDatabase()
  const changed = Buffer.from(savedBackup)
  const at = changed.indexOf('hash 3')
  changed.write('hash 9', at)
  for (const bad of [
    savedBackup.subarray(0, savedBackup.length - 20),
    savedBackup.subarray(0, Math.floor(savedBackup.length / 2)),
    savedBackup.subarray(0, savedBackup.lastIndexOf('-- end')),
    Buffer.concat([savedBackup, savedBackup]),
  ])
    await expect(restore(target, chunksOf(bad, 65_536))).rejects.toThrow(/incomplete/)
  await expect(restore(target, chunksOf(changed, 65_536))).rejects.toThrow()
  await expect(restore(target, chunksOf(Buffer.from('PK\n')))).rejects.toThrow(/not a backup/)
  expect(Object.values(await contentOf(target)).flat()).toEqual([])
})

test('copies the chunks of a long line once', async () => {
  const target = await newDatabase()
  const concat = vi.spyOn(Buffer, 'concat')
  onTestFinished(() => concat.mockRestore())
  await expect(restore(target, chunksOf(Buffer.from(`${'x'.repeat(2_000_000)}\n`)))).rejects.toThrow(/not a backup/)
  const copied = concat.mock.calls.flatMap(([parts]) => parts).reduce((bytes, part) => bytes + part.length, 0)
  expect(copied).toBeLessThan(3_000_000)
})

test('refuses a database that is not empty, and a backup of a newer version', async () => {
  await expect(restore(source, chunksOf(savedBackup))).rejects.toThrow(/not empty: the table/)
  const newer = Buffer.from(savedBackup.toString('latin1').replace('"migrations":[', '"migrations":[9999999999999,'), 'latin1')
  await expect(restore(await newDatabase(), chunksOf(newer))).rejects.toThrow(/newer version/)
})

test('restores a backup of an older version; new columns get their defaults', async () => {
  const target = await newDatabase()
  const sql = open(target)
  await sql`alter table prompts add column stars integer default 3 not null`
  await restore(target, chunksOf(savedBackup))
  expect(await sql`select distinct stars from prompts`).toEqual([{ stars: 3 }])
})

test('the database has no sequences and no further schemas, which a backup would leave out', async () => {
  const sql = open(source)
  expect(
    await sql`select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace and relpersistence = 'p'`,
  ).toEqual([])
  expect(
    await sql`select nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'drizzle', 'information_schema')`,
  ).toEqual([])
})

test('copies data through a pooler in session mode', async () => {
  const [from, to] = [await startPooler(source, { mode: 'session' }), await startPooler(await newDatabase(), { mode: 'session' })]
  await restore(to.url, backup(from.url))
  expect(await contentOf(to.url)).toEqual(await contentOf(source))
  expect([from.refused, to.refused]).toEqual([[], []])
})
