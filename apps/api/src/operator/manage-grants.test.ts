import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { openGrantManager } from './manage-grants.ts'

const { app, config, signIn } = await buildTestApp()
const manager = openGrantManager(config.databaseUrl)
afterAll(() => manager.close())

const order = { package: 'studio', reason: 'a test', by: 'ada' }
const endless = { ...order, expires_at: null }
const context = (headers: { authorization: string }) => app.inject({ url: '/api/accounts/context', headers })

/** Creates an account that has signed in once, so that its row exists. */
async function createAccount(email: string) {
  const id = randomUUID()
  const headers = await signIn({ id, email })
  await context(headers)
  return { id, resources: async () => (await context(headers)).json().data.entitlements.resources }
}

test('ACCESS-07 grants and revokes a package by email in any case, or by account id', async () => {
  const user = await createAccount('Zoë.Lovelace@Example.test')
  expect(await user.resources()).toBe(false)
  const granted = await manager.grant('  zoë.LOVELACE@example.test ', endless)
  expect(granted).toMatchObject({
    done: true,
    account: { account_id: user.id, email: 'Zoë.Lovelace@Example.test' },
    grant: { package: 'studio' },
  })
  expect(await user.resources()).toBe(true)
  expect(await manager.revoke(user.id.toUpperCase(), order)).toMatchObject({ done: true, account: { account_id: user.id } })
  expect(await user.resources()).toBe(false)
  expect(await manager.history('Zoë.Lovelace@Example.test')).toMatchObject([{ package: 'studio', revoke_reason: 'a test' }])
})

test('refuses an unknown email address, also a similar one', async () => {
  await createAccount('ada@example.test')
  for (const name of ['eve@example.test', 'ada@example.tes_', 'ada%', '', randomUUID()]) {
    const message = `No account has the email address or id "${name}".`
    expect(await manager.grant(name, endless)).toEqual({ done: false, code: 'unknown_account', message })
    expect(await manager.revoke(name, order)).toMatchObject({ code: 'unknown_account' })
    expect(await manager.history(name)).toBeUndefined()
  }
})

test('refuses an address of two accounts with their ids, and accepts an id', async () => {
  const [former, present] = [await createAccount('shared@example.test'), await createAccount('Shared@example.test')]
  const outcome = await manager.grant('shared@example.test', endless)
  expect(outcome).toMatchObject({ done: false, code: 'ambiguous_account' })
  for (const { id } of [former, present]) expect(outcome).toHaveProperty('message', expect.stringContaining(id))
  expect(await manager.grant(present.id, endless)).toMatchObject({ done: true })
  expect([await former.resources(), await present.resources()]).toEqual([false, true])
})

test('finds accounts by an index', async () => {
  const plan = await app.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`
    return await sql`explain select * from accounts where lower(email collate pg_c_utf8) = lower('ada@example.test' collate pg_c_utf8)`
  })
  expect(JSON.stringify(plan)).toContain('accounts_email')
})
