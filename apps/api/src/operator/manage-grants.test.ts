import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { openGrantDesk } from './manage-grants.ts'

const { app, config, signIn } = await buildTestApp()
const desk = openGrantDesk(config.databaseUrl)
afterAll(() => desk.close())

const order = { package: 'studio', reason: 'a test', by: 'ada' }
const endless = { ...order, expires_at: null }
const context = (headers: { authorization: string }) => app.inject({ url: '/api/accounts/context', headers })

/** An account that has signed in once, so that the academy has a row for it. */
async function known(email: string) {
  const id = randomUUID()
  const headers = await signIn({ id, email })
  await context(headers)
  return { id, resources: async () => (await context(headers)).json().data.entitlements.resources }
}

test('ACCESS-07 people are given a package, and lose it, by their address in whatever case, or by their account id', async () => {
  const person = await known('Zoë.Lovelace@Example.test')
  expect(await person.resources()).toBe(false)
  const given = await desk.grant('  zoë.LOVELACE@example.test ', endless)
  expect(given).toMatchObject({
    done: true,
    account: { account_id: person.id, email: 'Zoë.Lovelace@Example.test' },
    grant: { package: 'studio' },
  })
  expect(await person.resources()).toBe(true)
  expect(await desk.revoke(person.id.toUpperCase(), order)).toMatchObject({ done: true, account: { account_id: person.id } })
  expect(await person.resources()).toBe(false)
  expect(await desk.history('Zoë.Lovelace@Example.test')).toMatchObject([{ package: 'studio', revoke_reason: 'a test' }])
})

test('grants nothing to an unknown name, or to one that only resembles an account', async () => {
  await known('ada@example.test')
  for (const name of ['eve@example.test', 'ada@example.tes_', 'ada%', '', randomUUID()]) {
    const message = `There is no account "${name}": no account has this address or id.`
    expect(await desk.grant(name, endless)).toEqual({ done: false, code: 'unknown_person', message })
    expect(await desk.revoke(name, order)).toMatchObject({ code: 'unknown_person' })
    expect(await desk.history(name)).toBeUndefined()
  }
})

test('an address that two accounts have had is not guessed at: the ids are named, and one of them is taken', async () => {
  const [former, present] = [await known('shared@example.test'), await known('Shared@example.test')]
  const outcome = await desk.grant('shared@example.test', endless)
  expect(outcome).toMatchObject({ done: false, code: 'ambiguous_person' })
  for (const { id } of [former, present]) expect(outcome).toHaveProperty('message', expect.stringContaining(id))
  expect(await desk.grant(present.id, endless)).toMatchObject({ done: true })
  expect([await former.resources(), await present.resources()]).toEqual([false, true])
})

test('people are looked up by an index', async () => {
  const plan = await app.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`
    return await sql`explain select * from accounts where lower(email collate pg_c_utf8) = lower('ada@example.test' collate pg_c_utf8)`
  })
  expect(JSON.stringify(plan)).toContain('accounts_email')
})
