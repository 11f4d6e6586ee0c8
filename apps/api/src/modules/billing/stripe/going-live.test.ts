import { noEntitlements } from '@academy/catalog'
import { callControl, startStandins } from '@academy/standins'
import { SITE } from '@academy/standins/testing/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { afterAll, expect, test, vi } from 'vitest'
import { LOCKS } from '../../../database/locks.ts'
import { openStripe } from '../../../plugins/stripe.ts'
import { recordFacts } from '../../../testing/record-facts.ts'
import { createProducts, startSellingAcademy } from '../../../testing/selling-academy.ts'
import { foreignFacts } from '../facts/payments.store.ts'
import { connectStripe } from './connect-stripe.ts'

const { app, another, buyer, stripeEnv, stripe, config, fault, clearFaults } = await startSellingAcademy()

const live = await startStandins({
  databaseUrl: await newTestDatabase('standins'),
  siteUrl: SITE,
  stripe: { account: 'acct_1LiveAcademy', livemode: true },
})
afterAll(() => live.stop())
await createProducts(openStripe({ secretKey: live.stripeSecretKey, baseUrl: live.stripeBaseUrl }))
const liveEnv = { ...stripeEnv, STRIPE_SECRET_KEY: live.stripeSecretKey, STRIPE_BASE_URL: live.stripeBaseUrl }

type Instance = Awaited<ReturnType<typeof another>>

/** Starts the API with other settings on the same database, and waits until it has compared every customer. */
async function restart(env: Record<string, string>, livemode: boolean): Promise<Instance> {
  const instance = await another(env)
  await instance.ready()
  await vi.waitUntil(
    async () => {
      const [row] =
        await app.sql`select livemode and c.merchant_id is not null as is_live, exists (select 1 from stripe_reconcile) as compared
        from stripe_connection c`
      return row?.is_live === livemode && row.compared
    },
    { timeout: 60_000 },
  )
  return instance
}

const contextOf = async (instance: Instance, headers: { authorization: string }) =>
  (await instance.inject({ method: 'GET', url: '/api/accounts/context', headers })).json().data

test('MONEY-05 what was bought in test mode opens nothing in live mode, can be bought again there, and opens again in test mode', async () => {
  const ada = await buyer()
  await ada.buys({ bundle: true })
  const testCustomer = await ada.customer()
  expect(await ada.context()).toMatchObject({ entitlements: { master_course: true, resources: true }, stripe_customer_id: testCustomer })

  await app.sql`insert into failed_looks (customer_id, account_id, error) values (${testCustomer}, ${ada.id}, 'Stripe did not answer.')`
  await recordFacts(app.db, ada.id).checkout('settling', { stripe_account: 'acct_1LocalAcademyStandIn', livemode: false })
  const liveInstance = await restart(liveEnv, true)
  const [binding] = await app.sql`select livemode from billing_customers where customer_id = ${testCustomer}`
  expect(binding, 'the failed sync waits for the test mode').toEqual({ livemode: false })
  expect(await contextOf(liveInstance, ada.headers)).toMatchObject({
    entitlements: noEntitlements,
    stripe_customer_id: null,
    prices: [],
    subscriptions: [],
  })
  expect((await foreignFacts(app.db, 10)).map(({ kind, livemode, stripe_account }) => [kind, livemode, stripe_account])).toEqual([
    ['purchase', false, 'acct_1LocalAcademyStandIn'],
    ['subscription', false, 'acct_1LocalAcademyStandIn'],
  ])

  const checkout = await liveInstance.inject({
    method: 'POST',
    url: '/api/payments/create-checkout-session',
    headers: ada.headers,
    payload: { masterCourse: true, currency: 'eur', successUrl: SITE, cancelUrl: SITE },
  })
  expect(checkout.statusCode, checkout.body).toBe(200)
  const [session = ''] = /cs_live_\w+/.exec(checkout.json().url) ?? []
  await callControl(live.url, 'POST', `/stripe/control/checkout/${session}/pay`, {})
  expect(await contextOf(liveInstance, ada.headers)).toMatchObject({ entitlements: { master_course: true, resources: false } })
  const liveCustomer = await ada.customer()
  expect(liveCustomer).not.toBe(testCustomer)
  await liveInstance.close()

  const testInstance = await restart({}, false)
  expect(await app.sql`select from failed_looks where customer_id = ${testCustomer}`, 'the sync was repeated').toEqual([])
  expect((await contextOf(testInstance, ada.headers)).entitlements).toMatchObject({ master_course: true, resources: true })
  expect(
    (await testInstance.inject({ method: 'GET', url: '/api/accounts/context', headers: ada.headers })).json().data.prices,
  ).toHaveLength(1)
  await testInstance.close()
})

test('MONEY-06 a purchase from before origins were kept stays open, and gets its origin from the next sync', async () => {
  const ada = await buyer()
  await ada.buys({ bundle: true })
  await ada.context()
  for (const table of ['purchases', 'subscriptions', 'checkouts', 'billing_customers'])
    await app.sql`update ${app.sql(table)} set stripe_account = null, livemode = null where account_id = ${ada.id}`
  app.invalidateFacts(ada.id)
  expect((await ada.context()).entitlements).toMatchObject({ master_course: true, resources: true })
  await app.payments?.sync(await ada.customer())
  expect((await ada.context()).entitlements).toMatchObject({ master_course: true, resources: true })
  for (const table of ['purchases', 'subscriptions', 'checkouts', 'billing_customers'])
    expect(await app.sql`select stripe_account, livemode from ${app.sql(table)} where account_id = ${ada.id}`, table).toEqual([
      { stripe_account: 'acct_1LocalAcademyStandIn', livemode: false },
    ])
})

test('MONEY-06 a purchase from before origins were kept that the account does not know opens nothing after the API asked Stripe', async () => {
  const eve = await buyer()
  const facts = recordFacts(app.db, eve.id)
  await facts.customer(true)
  await facts.purchase()
  await facts.subscription()
  expect((await eve.context()).entitlements).toMatchObject({ master_course: true, resources: true })
  await app.payments?.sync(facts.customer_id)
  expect(await eve.context()).toMatchObject({ entitlements: noEntitlements, stripe_customer_id: null })
  const response = await eve.checkout({ masterCourse: true })
  expect(response.statusCode).toBe(200)
})

test('a run that ends after another instance has connected another account does not count as a run of that one', async () => {
  await fault({ kind: 'slow', delay_ms: 500 })
  const reconciling = app.reconcilePayments()
  const locks = () => app.sql`select from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and objid = ${LOCKS.reconcile} and datname = current_database()`
  await expect.poll(async () => (await locks()).length, { interval: 20 }).toBe(1)
  const liveStripe = openStripe({ secretKey: live.stripeSecretKey, baseUrl: live.stripeBaseUrl })
  await connectStripe({ stripe: liveStripe, db: app.db, log: app.log }, live.stripeSecretKey)
  expect(await reconciling).toMatchObject({ result: 'done' })
  expect(await app.sql`select from stripe_reconcile`).toEqual([])

  await clearFaults()
  await connectStripe({ stripe, db: app.db, log: app.log }, config.stripe?.secretKey ?? '')
  await app.reconcilePayments()
  expect(await app.sql`select from stripe_reconcile`).toHaveLength(1)
})
