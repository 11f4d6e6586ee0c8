import { DrizzleQueryError } from 'drizzle-orm/errors'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { isDatabaseOutage } from './database.ts'

const coded = (code: string) => Object.assign(new Error('x'), { code })

test('an outage is told from a mistake, also below what Drizzle wraps around it', () => {
  for (const code of ['ECONNREFUSED', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P01', '57P03', '53300', '57014']) {
    expect(isDatabaseOutage(coded(code)), code).toBe(true)
    expect(isDatabaseOutage(new DrizzleQueryError('select 1', [], coded(code))), code).toBe(true)
  }
  for (const error of [coded('42703'), coded('23505'), new Error('x'), 'ECONNREFUSED', undefined])
    expect(isDatabaseOutage(error)).toBe(false)
})

test('after a restart of the database learners are served again at once', async () => {
  const { app, config, signIn } = await buildTestApp()
  const headers = await signIn()
  const ask = () => app.inject({ url: '/api/accounts/context', headers })
  expect((await ask()).statusCode).toBe(200)

  const sql = postgres(config.databaseUrl, { max: 1 })
  onTestFinished(() => sql.end())
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'academy-api-%' and datname = current_database()`
  await expect.poll(async () => (await ask()).statusCode, { timeout: 2_000 }).toBe(200)
})

test('a statement that was under way when the database went down is a 503, not a fault of ours', async () => {
  const { app, config, signIn } = await buildTestApp()
  const headers = await signIn()
  await app.inject({ url: '/api/accounts/context', headers })
  const sql = postgres(config.databaseUrl, { max: 1 })
  onTestFinished(() => sql.end())

  await sql.begin(async (transaction) => {
    await transaction`lock table accounts in access exclusive mode`
    const underWay = app.inject({ url: '/api/accounts/context', headers })
    await transaction`select pg_sleep(0.2)`
    await transaction`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'academy-api-%' and datname = current_database() and wait_event_type = 'Lock'`
    expect((await underWay).statusCode).toBe(503)
  })
})
