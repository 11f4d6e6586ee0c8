import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { assertAscendingMigrations, bundledMigrations, type JournalEntry } from './database/journal.ts'
import { migrate, migrateWith } from './migrate-database.ts'
import { buildTestApp } from './testing/build-test-app.ts'
import { createEmptyDatabase, ownerUrlOf } from './testing/test-database.ts'

/** A folder with one table per migration. */
async function folderOf(entries: JournalEntry[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'academy-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  for (const { tag } of entries) await writeFile(join(folder, `${tag}.sql`), `create table "${tag}" (id int);`)
  return folder
}

const entry = (idx: number, when: number): JournalEntry => ({ idx, when, tag: `m${idx}` })

test('migrations have strictly increasing times', () => {
  expect(() => assertAscendingMigrations(bundledMigrations)).not.toThrow()
})

test('a second run has nothing to do', async () => {
  const url = await createEmptyDatabase()
  expect(await migrate(url)).toEqual({ applied: bundledMigrations.length })
  expect(await migrate(url)).toEqual({ applied: 0 })
})

test('concurrent migrations wait for each other', async () => {
  const url = await createEmptyDatabase()
  const runs = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(runs.map((run) => run.applied).sort()).toEqual([0, 0, bundledMigrations.length])
})

test('waits for another migrating process with a message and a time limit', async () => {
  const url = await createEmptyDatabase()
  const other = postgres(url, { max: 1, connection: { application_name: 'other-deployment' } })
  onTestFinished(() => other.end())
  await other`select pg_advisory_lock(2223369)`
  const messages: string[] = []
  const holder = /database session \d+ \(other-deployment from 127\.0\.0\.1\)/
  await expect(migrate(url, { lockWaitMs: 600, say: (line) => messages.push(line) })).rejects.toThrow(
    new RegExp(`^Gave up after 1 s: ${holder.source} still migrates this database\\.`),
  )
  expect(messages).toEqual([expect.stringMatching(new RegExp(`^Waiting for ${holder.source}`))])

  const migrating = migrate(url, { say: (line) => messages.push(line) })
  await expect.poll(() => messages.length).toBe(2)
  await other`select pg_advisory_unlock(2223369)`
  expect(await migrating).toEqual({ applied: bundledMigrations.length })
})

test('refuses a time that does not increase before it applies anything', async () => {
  const url = await createEmptyDatabase()
  const journal = [entry(0, 200), entry(1, 200)]
  await expect(migrateWith(url, await folderOf(journal), journal)).rejects.toThrow(/m1 is not later than m0.*npx -y pnpm@10 db:generate/)
  expect(await migrateWith(url, await folderOf([entry(0, 200)]), [entry(0, 200)])).toEqual({ applied: 1 })
})

test('finds a migration that Drizzle skipped because another branch was newer', async () => {
  const url = await createEmptyDatabase()
  const theirs = [entry(0, 100), entry(2, 300)]
  await migrateWith(url, await folderOf(theirs), theirs)
  const merged = [entry(0, 100), entry(1, 200), entry(2, 300)]
  await expect(migrateWith(url, await folderOf(merged), merged)).rejects.toThrow(/did not get m1.*npx -y pnpm@10 db:generate/)
})

test('rolls a failed migration back and releases its lock', async () => {
  const url = await createEmptyDatabase()
  const journal = [entry(0, 100), entry(1, 200)]
  const folder = await folderOf(journal)
  await writeFile(join(folder, 'm1.sql'), 'create table broken (')
  await expect(migrateWith(url, folder, journal)).rejects.toThrow()
  const sql = postgres(url)
  onTestFinished(() => sql.end())
  expect(await sql`select to_regclass('m0') as found`).toEqual([{ found: null }])
  await writeFile(join(folder, 'm1.sql'), 'create table m1 (id int)')
  expect(await migrateWith(url, folder, journal)).toEqual({ applied: 2 })
})

test('creates an index concurrently with writes, also after an unfinished attempt', async () => {
  const url = await createEmptyDatabase()
  const journal = [entry(0, 100), entry(1, 200), entry(2, 300)]
  const folder = await folderOf(journal)
  await writeFile(join(folder, 'm1.sql'), 'create index concurrently if not exists "m0_id" on "m0" ("id");')
  await migrateWith(url, await folderOf(journal.slice(0, 1)), journal.slice(0, 1))
  const sql = postgres(url, { onnotice: () => {} })
  onTestFinished(() => sql.end())
  await sql`insert into m0 values (1), (1)`
  await expect(sql`create unique index concurrently m0_id on m0 (id)`).rejects.toThrow('could not create unique index')
  // A writer that is not done: an index made within a transaction would wait for it, and all other writers for the index.
  const { promise: started, resolve: hasBegun } = Promise.withResolvers<void>()
  const { promise: written, resolve: writeOn } = Promise.withResolvers<void>()
  const writing = sql.begin(async (tx) => {
    await tx`insert into m0 values (2)`
    hasBegun()
    await written
  })
  await started
  const migrating = migrateWith(url, folder, journal)
  const isWaiting = async () =>
    (await sql`select from pg_stat_activity where query ~* '^(create|drop) index concurrently' and datname = current_database()`).length
  await expect.poll(isWaiting).toBe(1)
  await sql`insert into m0 values (3)`
  writeOn()
  await writing
  expect(await migrating).toEqual({ applied: 2 })
  const valid = await sql`select i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = 'm0_id'`
  expect(valid).toEqual([{ indisvalid: true }])
})

test('a migration that waits for a busy table lets other queries pass, and is retried', async () => {
  const url = await createEmptyDatabase()
  const journal = [entry(0, 100), entry(1, 200)]
  await migrateWith(url, await folderOf(journal.slice(0, 1)), journal.slice(0, 1))
  const folder = await folderOf(journal)
  await writeFile(join(folder, 'm1.sql'), 'alter table "m0" add column "more" int;')
  const sql = postgres(url, { onnotice: () => {} })
  onTestFinished(() => sql.end())
  const { promise: started, resolve: hasBegun } = Promise.withResolvers<void>()
  const { promise: read, resolve: readOn } = Promise.withResolvers<void>()
  const reading = sql.begin(async (tx) => {
    await tx`select from m0`
    hasBegun()
    await read
  })
  await started
  const migrating = migrateWith(url, folder, journal)
  const isWaiting = async () =>
    (
      await sql`select from pg_locks join pg_database on pg_database.oid = database
        where not granted and relation = 'm0'::regclass and datname = current_database()`
    ).length
  await expect.poll(isWaiting).toBe(1)
  // Waits behind the change, until that gives way.
  await sql`select from m0`
  readOn()
  await reading
  expect(await migrating).toEqual({ applied: 1 })
})

test('the command prints its result, or the missing variable', async () => {
  const run = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['src/migrate.ts'], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    })
  const url = await createEmptyDatabase()
  expect((await run({ DATABASE_URL: url })).stdout).toMatch(/^Applied \d+ migrations?\.\n$/)
  expect((await run({ DATABASE_URL: url })).stdout).toBe('The database is up to date.\n')
  await expect(run({})).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Migrating cannot start.*\n {2}DATABASE_URL is missing[^\n]*\n$/),
  })
})

test.each(['1s', '100ms'])('a migration gives way before Postgres looks for a deadlock, after %s', async (deadlockTimeout) => {
  const url = await createEmptyDatabase()
  const sql = postgres(url, { onnotice: () => {} })
  onTestFinished(() => sql.end())
  await sql.unsafe(`alter database "${new URL(url).pathname.slice(1)}" set deadlock_timeout = '${deadlockTimeout}'`)
  const journal = [entry(0, 100)]
  const folder = await folderOf(journal)
  await writeFile(join(folder, 'm0.sql'), "create table m0 as select name, setting::int from pg_settings where name like '%lock_timeout'")
  await migrateWith(url, folder, journal)
  const timeouts = Object.fromEntries(
    (await sql<{ name: string; setting: number }[]>`select * from m0`).map((row) => [row.name, row.setting]),
  )
  expect(timeouts.lock_timeout).toBeGreaterThan(0)
  expect(timeouts.lock_timeout).toBeLessThan(timeouts.deadlock_timeout ?? 0)
})

test('a migration gives way to a transaction that waits for it, and is retried', async () => {
  const url = await createEmptyDatabase()
  const journal = [entry(0, 100), entry(1, 200), entry(2, 300)]
  await migrateWith(url, await folderOf(journal.slice(0, 2)), journal.slice(0, 2))
  const folder = await folderOf(journal)
  await writeFile(
    join(folder, 'm2.sql'),
    'alter table "m0" add column "more" int;\n--> statement-breakpoint\nalter table "m1" add column "more" int;',
  )
  const sql = postgres(url, { onnotice: () => {} })
  onTestFinished(() => sql.end())
  // Longer than the migration waits, also on a busy machine.
  await sql.unsafe(`alter database "${new URL(url).pathname.slice(1)}" set deadlock_timeout = '10s'`)
  const { promise: started, resolve: hasBegun } = Promise.withResolvers<void>()
  const { promise: waits, resolve: migrationWaits } = Promise.withResolvers<void>()
  const syncing = sql.begin(async (tx) => {
    await tx`set local deadlock_timeout = '10s'`
    await tx`select from m1`
    hasBegun()
    await waits
    await tx`select from m0`
  })
  await started
  const migrating = migrateWith(url, folder, journal)
  const sessions = async (condition: string) =>
    (await sql.unsafe(`select from pg_stat_activity where datname = current_database() and ${condition}`)).length
  await expect.poll(() => sessions(`query ~ 'alter table "m1"' and wait_event_type = 'Lock'`), { interval: 20 }).toBe(1)
  migrationWaits()
  await syncing
  expect(await migrating).toEqual({ applied: 1 })
  // A session reports its deadlocks at the latest when it ends.
  await expect.poll(() => sessions(`application_name = 'academy-migrate'`)).toBe(0)
  expect(await sql`select deadlocks::int from pg_stat_database where datname = current_database()`).toEqual([{ deadlocks: 0 }])
})

test('requests are served during a migration that locks the same tables in another order', async () => {
  const { app, config, owner, signIn } = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' } })
  const url = ownerUrlOf(config.databaseUrl)
  const last = bundledMigrations.at(-1) as JournalEntry
  const journal = [entry(0, last.when + 1)]
  const folder = await folderOf(journal)
  const columns = ['purchases', 'accounts'].map((table) => `alter table ${table} add column more int`)
  await writeFile(join(folder, 'm0.sql'), ["select nextval('attempts')", ...columns].join(';\n--> statement-breakpoint\n'))
  await owner`create sequence attempts`
  let isOver = false
  const statuses: number[] = []
  const use = async () => {
    const headers = await signIn()
    while (!isOver) statuses.push((await app.inject({ url: '/api/accounts/context', headers })).statusCode)
  }
  const using = Promise.all([use(), use(), use(), use()])
  await expect.poll(() => statuses.length).toBeGreaterThan(20)
  const migrating = migrateWith(url, folder, journal).finally(() => {
    isOver = true
  })
  // Without a pause between the requests, no attempt might succeed.
  await expect.poll(async () => isOver || (await owner`select from attempts where last_value > 1`).length === 1).toBe(true)
  isOver = true
  await using
  expect(await migrating).toEqual({ applied: 1 })
  expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
})
