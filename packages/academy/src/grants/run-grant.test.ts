import { randomBytes, randomUUID } from 'node:crypto'
import { migrate } from '@academy/api/migrate'
import { createDatabase } from '@academy/standins'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../testing/start-database.ts'
import type { GrantCommand } from './grant-settings.ts'
import { runGrant } from './run-grant.ts'

let server: Awaited<ReturnType<typeof startServer>>
let databaseUrl: string
let sql: postgres.Sql
beforeAll(async () => {
  server = await startServer()
  databaseUrl = await createDatabase(server.url, `grants_${randomBytes(6).toString('hex')}`)
  await migrate(databaseUrl)
  sql = postgres(databaseUrl, { max: 1 })
}, 60_000)
afterAll(async () => {
  await sql.end()
  await server.stop()
})

const person = async (email: string) => void (await sql`insert into accounts (account_id, email) values (${randomUUID()}, ${email})`)

async function run(changes: Partial<GrantCommand>): Promise<string> {
  const said: string[] = []
  const whole: GrantCommand = {
    act: 'grant',
    databaseUrl,
    person: 'ada@example.test',
    package: 'studio',
    reason: 'a test',
    by: 'grace',
    expires_at: null,
    ...changes,
  }
  await runGrant(whole, (line) => said.push(line))
  return said.join('\n')
}

test('ACCESS-07 a grant and its end are told in words, with what they unlock', async () => {
  await person('Ada@example.test')
  expect(await run({})).toBe(
    'Ada@example.test holds Vibe Coding Studio now, without an end. It unlocks: resources, my_prompts, slack_premium, slack_standard.',
  )
  expect(await run({ act: 'revoke', person: 'ADA@example.test' })).toMatch(/^Ada@example\.test holds Vibe Coding Studio by grant no more\./)
  expect(await run({ package: 'vip', expires_at: new Date('2100-02-01T00:00:00Z') })).toContain(
    'holds VIP access now until 2100-02-01 00:00 UTC.',
  )
  const log = await sql`select who, what, reason from audit_log order by at, id`
  expect(log.map(({ who, what }) => [who, what])).toEqual([
    ['grace', 'grant'],
    ['grace', 'revoke'],
    ['grace', 'grant'],
  ])
})

test('what cannot be done is told in words', async () => {
  await person('bob@example.test')
  const bob = { person: 'bob@example.test' }
  await expect(run({ person: 'eve@example.test' })).rejects.toThrow('Nobody is known as "eve@example.test"')
  await expect(run({ ...bob, package: 'bundle' })).rejects.toThrow(
    'There is no package "bundle". Choose one of: master_course, studio, vip.',
  )
  await expect(run({ ...bob, act: 'revoke' })).rejects.toThrow('There is nothing to revoke: this account was never granted')
  await run(bob)
  await expect(run(bob)).rejects.toThrow(/^This account holds Vibe Coding Studio already \(granted on .* by grace: "a test"\)/)
  await expect(run({ ...bob, package: 'vip', expires_at: new Date(0) })).rejects.toThrow('must lie in the future')
})

test('a database that is away, foreign or not migrated is told in words, without its password', async () => {
  const failure = (url: string) => run({ databaseUrl: url }).catch((error: unknown) => error)
  const away = await failure('postgres://me:secret@127.0.0.1:1/academy')
  expect(away).toMatchObject({
    name: 'Problem',
    message: 'No Postgres answers at 127.0.0.1:1. Is it the right address, and is it running?',
  })

  const missing = new URL(databaseUrl)
  missing.pathname = '/no_such_database'
  expect(await failure(missing.href)).toMatchObject({
    name: 'Problem',
    message: expect.stringContaining('database "no_such_database" does not exist'),
  })

  const empty = await createDatabase(server.url, `empty_${randomBytes(6).toString('hex')}`)
  expect(await failure(empty)).toMatchObject({ name: 'Problem', message: expect.stringContaining('not migrated to this version') })
})
