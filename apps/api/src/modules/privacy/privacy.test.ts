import { randomUUID } from 'node:crypto'
import { ACCESS_CONSENT } from '@academy/catalog'
import { accountExport, apiError } from '@academy/contract'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createAccountWithData } from '../../testing/account-with-data.ts'
import { ADMIN_ID } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'
import { personalTables } from './table-rules.ts'

const academy = await startSellingAcademy({ delivers: true, env: { ADMIN_EMAIL: 'admin@example.test' } })
const { app, issuer, stripe } = academy

const refusal = (response: LightMyRequestResponse) => [response.statusCode, apiError.parse(response.json()).code]

const createAccount = () => createAccountWithData(academy)
type TestAccount = Awaited<ReturnType<typeof createAccount>>

/** Returns every row of every table that contains a text. */
async function whereIs(text: string): Promise<string[]> {
  const found = personalTables.map(async ([table]) => {
    const rows = await app.sql`select 1 from ${app.sql(table)} as t where t::text ilike ${`%${text}%`}`
    return rows.length > 0 ? [table] : []
  })
  return (await Promise.all(found)).flat()
}

const isUntouched = async ({ id, stored }: TestAccount) => {
  expect([await stored('accounts'), await stored('prompts'), await stored('erased_accounts')]).toEqual([1, 1, 0])
  expect(issuer.knows(id)).toBe(true)
}

describe('the export', () => {
  test('SELLER-28 ASK-06 REVIEW-07 holds every row about the account in every table, what the auth provider stores, and nothing of other accounts', async () => {
    const [ada, eve] = [await createAccount(), await createAccount()]
    await ada.buys({ masterCourse: true, access_consent: ACCESS_CONSENT.version })
    const facts = recordFacts(app.db, ada.id)
    await facts.subscription({ status: 'canceled' })
    await app.sql`insert into former_customers (customer_id, account_id, deleted_at) values (${facts.customer_id}, ${ada.id}, now())`
    await app.sql`insert into stripe_events (id, type, created, customer_id, source) values (${`evt_${ada.mark}`}, 'customer.created', now(), ${facts.customer_id}, 'webhook')`
    await app.sql`insert into charges (id, account_id, customer_id, kind, amount, currency, paid_at, synced_at)
      values (${`ch_${ada.mark}`}, ${ada.id}, ${facts.customer_id}, 'outside', 5000, 'eur', now(), now())`
    await app.sql`insert into failed_looks (customer_id, error) values (${facts.customer_id}, 'it failed')`
    await app.sql`insert into audit_log (who, what, account_id, reason, details) values ('grace', 'grant', ${ada.id}, ${ada.mark}, '{}')`
    await expect.poll(async () => (await ada.stored('purchases')) > 0).toBe(true)

    const response = await ada.exported()
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toContain('no-store')
    const { records, sign_in, account_id, elsewhere } = accountExport.strict().parse(response.json().data)
    expect([account_id, sign_in?.email]).toEqual([ada.id, ada.email])
    expect(Object.keys(records).sort()).toEqual(personalTables.map(([table]) => table).sort())
    for (const [table, { withheld, erasure }] of personalTables) {
      if (table === 'erased_accounts') continue
      expect([table, records[table]?.length]).not.toEqual([table, 0])
      const columns = await app.sql`select column_name as name from information_schema.columns where table_name = ${table}`
      const exported = columns.map(({ name }) => name).filter((name) => !(name in withheld))
      for (const row of records[table] ?? []) expect(Object.keys(row).sort(), table).toEqual(exported.sort())
      expect(erasure.rows).toMatch(/^(deleted|kept|moved)$/)
    }
    expect(records.prompts?.[0]).toMatchObject({ title: ada.mark, content: ada.mark, code: ada.mark })
    expect(records.stripe_events?.map(({ id }) => id)).toContain(`evt_${ada.mark}`)
    expect(elsewhere.map(({ holder }) => holder).join()).toMatch(/Stripe.*Amplitude.*Backups/)
    expect(response.body).not.toContain(eve.mark)
    expect(response.body, 'operators are other users').not.toContain('grace')
  })

  test('is refused rather than cut short while the auth provider is down, and limited in rate', async () => {
    const ada = await createAccount()
    issuer.setDown(true)
    const down = await ada.exported()
    issuer.setDown(false)
    expect(refusal(down)).toEqual([503, 'unavailable'])
    expect(down.headers['retry-after']).toBeDefined()
    const responses = await Promise.all(Array.from({ length: 12 }, () => ada.exported()))
    expect(responses.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
  })
})

describe('erasure', () => {
  test('SELLER-28 ASK-06 REVIEW-07 deletes everything that names the user; keeps payments; deletes the Stripe customer and the sign-in; and writes the audit log', async () => {
    const ada = await createAccount()
    await ada.buys({ masterCourse: true, access_consent: ACCESS_CONSENT.version })
    await expect.poll(async () => (await ada.stored('purchases')) > 0).toBe(true)
    const customer = await ada.customer()
    const checkout = await ada.checkout({ numberOfPlans: 1 })
    expect(checkout.statusCode).toBe(200)

    const response = await ada.erase()
    expect([response.statusCode, response.json()]).toEqual([200, { success: true, message: 'Your account has been deleted.' }])
    expect(await whereIs(ada.mark), 'no text of theirs is left').toEqual([])
    for (const [table, { erasure }] of personalTables) {
      if (erasure.rows !== 'kept') expect([table, await ada.stored(table)]).toEqual([table, 0])
    }
    expect([await ada.stored('purchases'), await ada.stored('withdrawals')]).toEqual([1, 1])
    expect(await ada.stored('access_consents'), 'SELLER-08').toBe(1)
    expect(await ada.stored('former_customers')).toBe(1)
    expect((await stripe.customers.retrieve(customer)).deleted).toBe(true)
    expect((await stripe.checkout.sessions.retrieve(academy.sessionOf(checkout.json().url))).status).toBe('expired')
    expect(issuer.knows(ada.id)).toBe(false)
    const [line] = await app.sql`select who, what, reason from audit_log where account_id = ${ada.id}`
    expect(line).toEqual({ who: 'the user', what: 'erase_account', reason: 'the user requested it in the settings' })
    const [erased] = await app.sql`select asked_by, sign_in_deleted_at from erased_accounts where account_id = ${ada.id}`
    expect(erased).toEqual({ asked_by: 'account', sign_in_deleted_at: expect.any(String) })
  })

  test('refuses unexpired tokens on every instance, and late webhooks', async () => {
    const ada = await createAccount()
    const session = await ada.buys({ masterCourse: true })
    await expect.poll(async () => (await ada.stored('purchases')) > 0).toBe(true)
    const other = await academy.another()
    const elsewhere = () => other.inject({ url: '/api/prompts', headers: ada.headers })
    expect((await elsewhere()).statusCode, 'let in, but without the entitlement').toBe(403)

    expect((await ada.erase()).statusCode).toBe(200)
    for (const url of ['/api/accounts/context', '/api/prompts', '/api/accounts/export'])
      expect((await ada.inject('GET', url)).statusCode).toBe(401)
    await expect.poll(async () => (await elsewhere()).statusCode === 401).toBe(true)
    await other.close()

    const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
    await stripe.refunds.create({ payment_intent: String(payment_intent) })
    const refunded = () => app.sql`select 1 from purchases where account_id = ${ada.id} and refunded_amount > 0`
    await expect.poll(async () => (await refunded()).length === 1).toBe(true)
    expect([await ada.stored('accounts'), await ada.stored('billing_customers')]).toEqual([0, 0])
  })

  test.each(['accounts', 'prompts', 'grants', 'billing_customers'])(
    'the database refuses a new row of an erased account in %s',
    async (table) => {
      const id = randomUUID()
      await app.sql`insert into erased_accounts (account_id, asked_by) values (${id}, 'account')`
      const rows: Record<string, Record<string, string>> = {
        accounts: {},
        prompts: { title: 'a', description: 'a', content: 'a' },
        grants: { package: 'vip', reason: 'a', granted_by: 'a' },
        billing_customers: { customer_id: `cus_${id}` },
      }
      await expect(app.sql`insert into ${app.sql(table)} ${app.sql({ account_id: id, ...rows[table] })}`).rejects.toMatchObject({
        code: 'ER001',
      })
      // Simulates a request that was running during the erasure.
      const response = await app.inject({ url: '/api/accounts/context', headers: await academy.signIn({ id }) })
      expect(refusal(response)).toEqual([401, 'unauthenticated'])
    },
  )

  test('COURSES-19 deletes the place on a waiting list that a visitor took before signing up', async () => {
    const ada = await createAccount()
    await app.sql`insert into waiting_list (id, product, email, delete_at)
      values (${randomUUID()}, 'later_course', ${ada.email}, now() + interval '7 days')`
    expect((await ada.erase()).statusCode).toBe(200)
    expect(await app.sql`select from waiting_list where email = ${ada.email}`).toHaveLength(0)
  })

  test('SIGNIN-10 requires a recent sign-in by password or email, however new the token is', async () => {
    const ada = await createAccount()
    const at = (secondsAgo: number, method = 'password') => ({ amr: [{ method, timestamp: Math.floor(Date.now() / 1000) - secondsAgo }] })
    for (const claims of [
      at(601),
      at(86_400),
      at(0, 'token_refresh'),
      at(0, 'email_change'),
      at(0, 'anonymous'),
      at(0, 'oauth_provider/authorization_code'),
      { amr: [] },
      { amr: undefined },
      { amr: ['password'] },
    ])
      expect(refusal(await ada.erase(claims))).toEqual([403, 'fresh_sign_in_required'])
    await isUntouched(ada)
    expect((await ada.erase(at(300, 'otp'))).statusCode).toBe(200)
  })

  test('SIGNIN-10 a session token whose session has ended erases nothing', async () => {
    const ada = await createAccount()
    issuer.endSessions(ada.id)
    expect(refusal(await ada.erase())).toEqual([403, 'fresh_sign_in_required'])
    await isUntouched(ada)
  })

  test('SIGNIN-10 changes nothing while the auth provider cannot be asked for the session', async () => {
    const ada = await createAccount()
    issuer.setDown(true)
    const response = await ada.erase()
    issuer.setDown(false)
    expect(refusal(response)).toEqual([503, 'unavailable'])
    expect(response.headers['retry-after']).toBeDefined()
    await isUntouched(ada)
    expect((await ada.erase()).statusCode).toBe(200)
  })

  test('requires the email of the account, and refuses the administrator', async () => {
    const ada = await createAccount()
    for (const payload of [{}, { email: 'other@else.test' }, { email: '' }, { email: ada.email, account_id: randomUUID() }])
      expect((await ada.erase({}, payload)).statusCode).toBe(400)
    expect((await ada.erase({ email: '' }, { email: '' })).statusCode).toBe(400)
    const admin = { email: 'admin@example.test' }
    expect(refusal(await ada.erase({ ...admin, sub: ADMIN_ID }, admin))).toEqual([409, 'conflict'])
    await isUntouched(ada)
    expect((await ada.erase({}, { email: ` ${ada.email.toUpperCase()} ` })).statusCode).toBe(200)
  })

  test('is refused while a subscription renews; one that was cancelled ends with the account', async () => {
    const ada = await createAccount()
    await ada.buys({ numberOfPlans: 1 })
    const response = await ada.erase()
    expect(refusal(response)).toEqual([409, 'subscription_running'])
    expect(response.json().message).toContain('Manage plan')
    await isUntouched(ada)
    const subscriptions = await stripe.subscriptions.list({ customer: await ada.customer() })
    const subscription = subscriptions.data[0]?.id ?? ''
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    expect((await ada.erase()).statusCode).toBe(200)
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  })

  test('is refused while a payment is processing', async () => {
    const ada = await createAccount()
    await recordFacts(app.db, ada.id).customer(true)
    const [row] = await app.sql<{ customer_id: string }[]>`select customer_id from billing_customers where account_id = ${ada.id}`
    const made = await stripe.customers.create({ metadata: { account_id: ada.id } })
    await app.sql`update billing_customers set customer_id = ${made.id} where customer_id = ${row?.customer_id ?? ''}`
    await recordFacts(app.db, ada.id).checkout('settling', { customer_id: 'cus_of_nobody' })
    expect(refusal(await ada.erase())).toEqual([409, 'payment_pending'])
    await isUntouched(ada)
  })

  test('SELLER-29 is refused while a cancellation owes a refund', async () => {
    const ada = await createAccount()
    await ada.buys({ numberOfPlans: 1 })
    const customer = await ada.customer()
    await app.payments?.sync(customer)
    const [studio] = (await stripe.subscriptions.list({ customer })).data
    await stripe.subscriptions.update(studio?.id ?? '', { cancel_at_period_end: true })
    const studios = (outcome: string | null) => JSON.stringify([{ id: studio?.id, ends_at: null, outcome }])
    await app.sql`update cancellations set confirmed_at = now(), attempted_at = 'infinity', studios = ${studios(null)}::text::jsonb
      where account_id = ${ada.id}`
    expect(refusal(await ada.erase())).toEqual([409, 'payment_pending'])
    await isUntouched(ada)
    await app.sql`update cancellations set studios = ${studios('cancelled')}::text::jsonb where account_id = ${ada.id}`
    expect((await ada.erase()).statusCode).toBe(200)
  })

  test('MONEY-05 is not held up by a subscription or a payment of another Stripe account or mode', async () => {
    const ada = await createAccount()
    await ada.buys({ masterCourse: true })
    const facts = recordFacts(app.db, ada.id)
    await facts.subscription({ livemode: true })
    await facts.checkout('settling', { stripe_account: 'acct_1Former', livemode: false })
    expect((await ada.erase()).statusCode).toBe(200)
  })

  test('changes nothing while Stripe is unreachable', async () => {
    const ada = await createAccount()
    await ada.buys({ masterCourse: true })
    await academy.fault({ kind: 'down' })
    const response = await ada.erase()
    await academy.clearFaults()
    expect(refusal(response)).toEqual([502, 'payment_provider_error'])
    await isUntouched(ada)
    expect((await ada.erase()).statusCode).toBe(200)
  })

  test('works while the auth provider deletes no user, and deletes the sign-in later', async () => {
    const ada = await createAccount()
    issuer.setRefusesDeletions(true)
    const response = await ada.erase()
    issuer.setRefusesDeletions(false)
    expect(response.statusCode).toBe(200)
    expect(await whereIs(ada.mark)).toEqual([])
    expect(issuer.knows(ada.id)).toBe(true)
    await app.sql`update erased_accounts set erased_at = now() - interval '1 hour' where account_id = ${ada.id}`
    const restarted = await academy.another()
    await expect.poll(() => !issuer.knows(ada.id)).toBe(true)
    await restarted.close()
  })
})
