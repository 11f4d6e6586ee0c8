import { randomUUID } from 'node:crypto'
import { migrate } from '@academy/api/migrate'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type GrantCommand, runGrant } from './run-grant.ts'

const databaseUrl = await newTestDatabase('grants')
await migrate(databaseUrl)
const sql = postgres(databaseUrl, { max: 1 })
afterAll(async () => {
  await sql.end()
})

const createAccount = async (email: string) => void (await sql`insert into accounts (account_id, email) values (${randomUUID()}, ${email})`)

async function run(changes: Partial<GrantCommand>): Promise<string> {
  const output: string[] = []
  const whole: GrantCommand = {
    action: 'grant',
    databaseUrl,
    emailOrId: 'ada@example.test',
    package: 'studio',
    reason: 'a test',
    by: 'grace',
    expires_at: null,
    ...changes,
  }
  await runGrant(whole, (line) => output.push(line))
  return output.join('\n')
}

test('ACCESS-07 prints a grant and its end, with what they unlock', async () => {
  await createAccount('Ada@example.test')
  expect(await run({})).toBe(
    'Ada@example.test holds Vibe Coding Studio now, without an end. It unlocks: resources, my_prompts, slack_premium, slack_standard.',
  )
  expect(await run({ action: 'revoke', emailOrId: 'ADA@example.test' })).toMatch(
    /^Ada@example\.test no longer holds Vibe Coding Studio by grant\./,
  )
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

test('MONEY-13 revokes a free bundle, and prints when its Studio ends', async () => {
  const [account] = await sql`insert into accounts (account_id, email) values (${randomUUID()}, 'free@example.test') returning account_id`
  await sql`insert into purchases (id, account_id, customer_id, offer, price_id, currency, amount, paid_at, subscription_id, synced_at)
    values ('cs_free', ${account?.account_id}, 'cus_free', 'bundle', 'price_1', 'eur', 0, now(), 'sub_free', now())`
  expect(await run({ action: 'revoke', emailOrId: 'free@example.test', package: 'master_course' })).toBe(
    'free@example.test no longer holds Master Course by a purchase that cost nothing. The package unlocked: master_course, slack_standard.\n' +
      'The running API cancels the Studio of the bundle when it next compares with Stripe (RECONCILE_SECONDS).',
  )
  expect(await sql`select customer_id from failed_looks where next_look_at <= now()`).toEqual([{ customer_id: 'cus_free' }])
})

test('MONEY-13 revokes a free Studio, and prints when it ends', async () => {
  const [account] = await sql`insert into accounts (account_id, email) values (${randomUUID()}, 'studio@example.test') returning account_id`
  await sql`insert into subscriptions (id, account_id, customer_id, offer, price_id, status, started_at, synced_at)
    values ('sub_alone', ${account?.account_id}, 'cus_alone', 'studio', 'price_1', 'active', now(), now())`
  expect(await run({ action: 'revoke', emailOrId: 'studio@example.test', package: 'studio' })).toBe(
    'studio@example.test no longer holds Vibe Coding Studio by a subscription that cost nothing. ' +
      'The package unlocked: resources, my_prompts, slack_premium, slack_standard.\n' +
      'The running API cancels the subscription when it next compares with Stripe (RECONCILE_SECONDS).',
  )
  expect(await sql`select 1 from failed_looks where customer_id = 'cus_alone'`).toHaveLength(1)
})

test('explains impossible grants', async () => {
  await createAccount('bob@example.test')
  const bob = { emailOrId: 'bob@example.test' }
  await expect(run({ emailOrId: 'eve@example.test' })).rejects.toThrow('No account has the email address or id "eve@example.test"')
  await expect(run({ ...bob, package: 'bundle' })).rejects.toThrow(
    'There is no package "bundle". Choose one of: master_course, studio, vip.',
  )
  await expect(run({ ...bob, action: 'revoke' })).rejects.toThrow('There is nothing to revoke: this account was never granted')
  await run(bob)
  await expect(run(bob)).rejects.toThrow(/^This account holds Vibe Coding Studio already \(granted on .* by grace: "a test"\)/)
  await expect(run({ ...bob, package: 'vip', expires_at: new Date(0) })).rejects.toThrow('must lie in the future')
})

test('explains a database that is down, of another program or not migrated, without printing its password', async () => {
  const failure = (url: string) => run({ databaseUrl: url }).catch((error: unknown) => error)
  const away = await failure('postgres://me:secret@127.0.0.1:1/academy')
  expect(away).toMatchObject({
    name: 'CommandError',
    message: 'No Postgres responds at 127.0.0.1:1. Is it the right address, and is it running?',
  })

  const missing = new URL(databaseUrl)
  missing.pathname = '/no_such_database'
  expect(await failure(missing.href)).toMatchObject({
    name: 'CommandError',
    message: expect.stringContaining('database "no_such_database" does not exist'),
  })

  const empty = await newTestDatabase('empty')
  expect(await failure(empty)).toMatchObject({ name: 'CommandError', message: expect.stringContaining('not migrated to this version') })
})

test('explains a database that cannot serve the command, without printing the statement', async () => {
  await createAccount('carl@example.test')
  const database = `"${new URL(databaseUrl).pathname.slice(1)}"`
  await sql.unsafe(`alter database ${database} set default_transaction_read_only = on`)
  onTestFinished(async () => void (await sql.unsafe(`alter database ${database} reset default_transaction_read_only`)))
  await expect(run({ emailOrId: 'carl@example.test' })).rejects.toMatchObject({
    name: 'CommandError',
    message: `Postgres at ${new URL(databaseUrl).host} cannot serve this now: cannot execute UPDATE in a read-only transaction. Use the URL of the primary if it is a standby, and make room if its disk is nearly full: hosted databases refuse writes then.`,
  })
})
