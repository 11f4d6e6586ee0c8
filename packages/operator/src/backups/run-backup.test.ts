import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@academy/api/migrate'
import { createApiRole } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { readBackupSettings, runBackup, runRestore } from './run-backup.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'academy-backup-'))
afterAll(async () => {
  await rm(folder, { recursive: true })
})

test('backs an academy up and restores it, and restores nothing from a truncated file', async () => {
  const [source, target, other] = [await newTestDatabase('backup'), await newTestDatabase('backup'), await newTestDatabase('backup')]
  await migrate(source)
  const sql = postgres(source, { max: 1 })
  await sql`insert into accounts (account_id, email) select gen_random_uuid(), n || '@academy.test' from generate_series(1, 20000) n`
  await sql.end()
  const file = path.join(folder, 'a.backup.gz')
  const output: string[] = []
  await runBackup({ databaseUrl: source, file }, (line) => output.push(line))
  expect(await readdir(folder)).toEqual(['a.backup.gz'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(runBackup({ databaseUrl: source, file }, () => {})).rejects.toThrow('already exists')

  await runRestore({ databaseUrl: target, file }, (line) => output.push(line))
  expect(output.join('\n')).toMatch(
    /The backup is in .*a\.backup\.gz \([\d.]+ MB\)[\s\S]* 20000 {2}accounts\n[\s\S]*The backup is restored/,
  )
  await expect(runRestore({ databaseUrl: target, file }, () => {})).rejects.toThrow('not empty')

  const half = path.join(folder, 'half.gz')
  const whole = await readFile(file)
  await writeFile(half, whole.subarray(0, whole.length / 2))
  await expect(runRestore({ databaseUrl: other, file: half }, () => {})).rejects.toThrow('cannot be unpacked')
  await expect(runRestore({ databaseUrl: other, file: folder }, () => {})).rejects.toThrow('cannot be read')
  await runRestore({ databaseUrl: other, file }, () => {})
})

test('OPS-11 a restored database is open only to its owner and to the role of the API', async () => {
  const source = await newTestDatabase('backup')
  await migrate(source)
  const file = path.join(folder, 'roles.backup.gz')
  await runBackup({ databaseUrl: source, file }, () => {})
  const target = await newTestDatabase('backup')
  const apiDatabaseUrl = await createApiRole(target)
  await runRestore({ databaseUrl: target, apiDatabaseUrl, file }, () => {})
  const sql = postgres(target, { max: 1 })
  const rights = await sql`
    select has_database_privilege('pg_monitor', current_database(), 'connect') as another,
      has_database_privilege('academy_api', current_database(), 'connect') as api`
  await sql.end()
  expect(rights).toEqual([{ another: false, api: true }])
})

test('OPS-12 a backup says that the accounts of an auth service of the operator need a backup of their own', async () => {
  const source = await newTestDatabase('backup')
  await migrate(source)
  const said = async (name: string, env: object) => {
    const lines: string[] = []
    const settings = readBackupSettings('backup', [path.join(folder, name)], { DATABASE_URL: source, ...env })
    await runBackup(settings, (line) => lines.push(line))
    return lines.join('\n')
  }
  expect(await said('own.gz', { AUTH_UPSTREAM: 'http://auth:9999' })).toContain(
    'It does not contain the accounts and passwords of the auth service',
  )
  expect(await said('hosted.gz', {})).not.toContain('passwords')
})

test('refuses a database with rows before it migrates it', async () => {
  const [source, live] = [await newTestDatabase('backup'), await newTestDatabase('backup')]
  await migrate(source)
  const file = path.join(folder, 'source.backup.gz')
  await runBackup({ databaseUrl: source, file }, () => {})
  const sql = postgres(live, { max: 1 })
  // the live database of an older version, which has other columns
  await sql`create table accounts (id text)`
  await sql`insert into accounts values ('ada')`
  await expect(runRestore({ databaseUrl: live, file }, () => {})).rejects.toThrow('not empty')
  expect(await sql`select tablename from pg_tables where schemaname in ('public', 'drizzle')`).toEqual([{ tablename: 'accounts' }])
  await sql.end()
})

test('explains a database that is down, and a folder that is missing, and leaves no part of a file', async () => {
  const away = 'postgres://me:secret@127.0.0.1:1/academy'
  const noPostgres = { name: 'CommandError', message: expect.stringContaining('No Postgres responds at 127.0.0.1:1.') }
  const before = await readdir(folder)
  await expect(runBackup({ databaseUrl: away, file: path.join(folder, 'night.gz') }, () => {})).rejects.toMatchObject(noPostgres)
  expect(await readdir(folder)).toEqual(before)
  const file = path.join(folder, 'some.gz')
  await writeFile(file, '')
  await expect(runRestore({ databaseUrl: away, file }, () => {})).rejects.toMatchObject(noPostgres)

  const source = await newTestDatabase('backup')
  await migrate(source)
  await expect(runBackup({ databaseUrl: source, file: path.join(folder, 'missing/night.gz') }, () => {})).rejects.toMatchObject({
    name: 'CommandError',
    message: expect.stringMatching(/night\.gz cannot be written: ENOENT/),
  })
})

test('the commands name missing settings', () => {
  const read = (args: string[], env = {}) => readBackupSettings('restore', args, env)
  expect(() => read(['x'])).toThrow(/DATABASE_URL is not set[\s\S]*academy restore <file>/)
  expect(() => read([], { DATABASE_URL: 'postgres://here/academy' })).toThrow('takes the name of one file')
  expect(() => read(['--wrong'])).toThrow('--wrong')
  const env = { DATABASE_URL: 'postgres://here/academy' }
  expect(readBackupSettings('backup', [], env, new Date('2026-11-21T07:08:09Z'))).toEqual({
    databaseUrl: env.DATABASE_URL,
    file: 'academy-2026-11-21T0708.backup.gz',
    hasOwnAuth: false,
  })
})
