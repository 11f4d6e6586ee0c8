import { DrizzleQueryError } from 'drizzle-orm/errors'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { isDatabaseOutage } from '../database/database-errors.ts'
import { buildTestApp } from '../testing/build-test-app.ts'

const coded = (code: string) => Object.assign(new Error('x'), { code })

test("distinguishes outages from other errors, also within Drizzle's error", () => {
  for (const code of [
    'ECONNREFUSED',
    'CONNECTION_CLOSED',
    'CONNECT_TIMEOUT',
    '57P01',
    '57P03',
    '53100',
    '53300',
    '57014',
    '25006',
    '08P01',
    '55P03',
    '57P05',
    '58030',
    'XX000',
    'ENETUNREACH',
  ]) {
    expect(isDatabaseOutage(coded(code)), code).toBe(true)
    expect(isDatabaseOutage(new DrizzleQueryError('select 1', [], coded(code))), code).toBe(true)
  }
  for (const error of [coded('42703'), coded('23505'), new Error('x'), 'ECONNREFUSED', undefined])
    expect(isDatabaseOutage(error)).toBe(false)
})

test.each([
  ['the disk of the database is full', `raise exception 'could not extend file' using errcode = 'disk_full'`],
  ['the database only reads', `set transaction read only; perform nextval('none')`],
  ['a deadlock with a migration', `raise exception 'deadlock detected' using errcode = 'deadlock_detected'`],
  ['a conflict on a replica', `raise exception 'conflict with recovery' using errcode = 'serialization_failure'`],
  ['a lock is not available', `raise exception 'lock timeout' using errcode = 'lock_not_available'`],
  ['the disk of the database is broken', `raise exception 'could not read block' using errcode = 'io_error'`],
  ['a pooler has no connection', `raise exception 'max clients reached' using errcode = 'internal_error'`],
])('%s: writes get 503, reads are served', async (_, failure) => {
  const { app, owner, signIn } = await buildTestApp()
  const headers = await signIn()
  const ask = () => app.inject({ url: '/api/accounts/context', headers })
  expect((await ask()).statusCode).toBe(200)
  await owner.unsafe(`
    create sequence none;
    grant usage on sequence none to public;
    create function refuse() returns trigger language plpgsql as $$ begin ${failure}; return new; end $$;
    create trigger refuse before update on accounts for each row execute function refuse()`)

  const payload = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Product Manager' }
  const refused = await app.inject({ method: 'PUT', url: '/api/accounts/profile', headers, payload })
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([503, '5', 'unavailable'])
  expect((await ask()).statusCode).toBe(200)
})

test('serves learners at once after a restart of the database', async () => {
  const { app, config, signIn } = await buildTestApp()
  const headers = await signIn()
  const ask = () => app.inject({ url: '/api/accounts/context', headers })
  expect((await ask()).statusCode).toBe(200)

  const sql = postgres(config.databaseUrl, { max: 1 })
  onTestFinished(() => sql.end())
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'academy-api-%' and datname = current_database()`
  await expect.poll(async () => (await ask()).statusCode).toBe(200)
})

test('responds with 503 for a statement that a database shutdown aborted', async () => {
  const { app, config, signIn } = await buildTestApp()
  const headers = await signIn()
  await app.inject({ url: '/api/accounts/context', headers })
  const sql = postgres(config.databaseUrl, { max: 2 })
  onTestFinished(() => sql.end())
  const waiting = () => sql`
    select pid from pg_stat_activity
    where application_name like 'academy-api-%' and datname = current_database() and wait_event_type = 'Lock'`

  await sql.begin(async (transaction) => {
    await transaction`lock table accounts in access exclusive mode`
    const pendingResponse = app.inject({ url: '/api/accounts/context', headers })
    await expect.poll(waiting).toHaveLength(1)
    for (const { pid } of await waiting()) await transaction`select pg_terminate_backend(${pid})`
    expect((await pendingResponse).statusCode).toBe(503)
  })
})
