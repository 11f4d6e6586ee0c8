import { randomUUID } from 'node:crypto'
import { DEFAULT_CURRENCY, OFFERS } from '@academy/catalog'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const academy = await startSellingAcademy()
const { app, stripe, buyer, fault, clearFaults, deliver, events, stripeEnv, config } = academy

beforeEach(clearFaults)

const purchasesOf = (id: string) => app.sql`select offer from purchases where account_id = ${id}`
const state = async () => {
  const [row] = await app.sql<{ seen_until: Date; missed: number; failed: number }[]>`select * from stripe_reconcile`
  return row
}

test('applies an event without a webhook once', async () => {
  const [ada, bob] = [await buyer(), await buyer()]
  await ada.buys({ masterCourse: true })
  await bob.buys({ bundle: true, currency: 'usd' })
  const report = await app.reconcilePayments()
  expect(report).toMatchObject({ result: 'done', failed: 0 })
  expect(report.missed).toBeGreaterThanOrEqual(5)
  expect([await purchasesOf(ada.id), await purchasesOf(bob.id)]).toEqual([[{ offer: 'master_course' }], [{ offer: 'bundle' }]])
  expect(await app.reconcilePayments()).toMatchObject({ result: 'done', missed: 0, failed: 0 })
  for (const event of await events()) expect((await deliver(event)).statusCode, 'late webhooks change nothing').toBe(200)
  expect(
    await app.sql`select max(attempts)::int as max_attempts, count(*) filter (where applied_at is null)::int as waiting from stripe_events`,
  ).toEqual([{ max_attempts: 1, waiting: 0 }])
})

test('INSIGHT-13 records the fee of each payment once, also of those that a key could not read before', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const feesOf = () => app.sql<{ amount: number }[]>`
    select fees.amount::int from stripe_fees fees join purchases using (charge_id) where account_id = ${ada.id}`
  await fault({ kind: 'error', status: 403, path: '/v1/balance_transactions' })
  expect(await app.reconcilePayments()).toMatchObject({ result: 'done', failed: 0 })
  expect([await purchasesOf(ada.id), await feesOf()]).toEqual([[{ offer: 'master_course' }], []])
  await clearFaults()
  for (let runs = 0; runs < 2; runs += 1) {
    await app.reconcilePayments()
    expect(await feesOf()).toEqual([{ amount: Math.round(OFFERS.master_course.amounts[DEFAULT_CURRENCY] * 0.015) + 25 }])
  }
})

test('keeps its position while Stripe fails, and finds everything in the next run', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const before = await state()
  await fault({ kind: 'error', status: 500 })
  await expect(app.reconcilePayments()).rejects.toThrow()
  expect(await state()).toEqual(before)
  await clearFaults()
  await app.reconcilePayments()
  expect(await purchasesOf(ada.id)).toHaveLength(1)
})

test('runs once when several instances start at the same time', async () => {
  await fault({ kind: 'slow', delay_ms: 1_000 })
  const results = (await Promise.all([1, 2, 3].map(() => app.reconcilePayments()))).map(({ result }) => result)
  expect(results.toSorted()).toEqual(['busy', 'busy', 'done'])
})

test('syncs every customer after a pause longer than the range that Stripe lists', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  await app.reconcilePayments()
  // Simulates webhooks that were never sent and events that Stripe no longer lists.
  await app.sql`delete from purchases where account_id = ${ada.id}`
  expect(await app.reconcilePayments()).toMatchObject({ comparedAll: false })
  expect(await purchasesOf(ada.id)).toHaveLength(0)
  await app.sql`update stripe_reconcile set finished_at = now() - interval '40 days'`
  expect(await app.reconcilePayments()).toMatchObject({ comparedAll: true, failed: 0 })
  expect(await purchasesOf(ada.id)).toHaveLength(1)
})

test('finds the customers again after a restore from before their payment', async () => {
  const ada = await buyer()
  await ada.buys({ bundle: true })
  const customer = await ada.customer()
  for (const table of ['billing_customers', 'purchases', 'subscriptions', 'checkouts'])
    await app.sql`delete from ${app.sql(table)} where account_id = ${ada.id}`
  await app.sql`delete from stripe_events where account_id = ${ada.id}`
  await app.sql`delete from stripe_reconcile`
  expect(await app.reconcilePayments()).toMatchObject({ comparedAll: true })
  expect(await ada.customer()).toBe(customer)
  const { entitlements, stripe_customer_id } = await ada.context()
  expect([entitlements.master_course, entitlements.resources, stripe_customer_id]).toEqual([true, true, customer])
})

test('a starting instance applies the events that were missed while none ran', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const { app: another } = await buildTestApp({ env: { ...stripeEnv, DATABASE_URL: config.databaseUrl } })
  await expect.poll(() => purchasesOf(ada.id)).toEqual([{ offer: 'master_course' }])
  await another.close()
})

test('an instance whose clock is ahead stops no later run', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  try {
    await app.reconcilePayments()
  } finally {
    vi.useRealTimers()
  }
  const [row] = await app.sql`select finished_at <= now() as by_the_database from stripe_reconcile`
  expect(row).toEqual({ by_the_database: true })
  // the clock of the database can be corrected as well
  await app.sql`update stripe_reconcile set finished_at = now() + interval '1 day'`
  expect(await app.reconcilePayments()).toMatchObject({ result: 'done' })
})

test('a customer that was just synced is not synced at once by another instance', async () => {
  await app.reconcilePayments()
  const { reconcile } = await import('./reconcile.ts')
  if (!app.payments) throw new Error('nothing is sold here')
  expect(await reconcile(app.payments, { unlessYoungerThan: 60 })).toMatchObject({ result: 'fresh' })
})

test('skips events without a customer of the academy', async () => {
  await stripe.customers.create({ email: 'unmatched@example.test', metadata: { account_id: 'not an account' } })
  expect(await app.reconcilePayments()).toMatchObject({ result: 'done' })
  expect(await app.sql`select 1 from billing_customers where account_id = ${randomUUID()}`).toHaveLength(0)
})

test('retries a customer that failed in a run over all customers, also without an event', async () => {
  const [ada, bob] = [await buyer(), await buyer()]
  await ada.buys({ masterCourse: true })
  await bob.buys({ masterCourse: true })
  await app.reconcilePayments()
  // Simulates a new database: all events are recorded, and no purchase.
  await app.sql`delete from purchases where account_id in ${app.sql([ada.id, bob.id])}`
  await app.sql`delete from stripe_reconcile`
  await fault({ kind: 'error', status: 500, path: await ada.customer() })
  expect(await app.reconcilePayments()).toMatchObject({ result: 'done', comparedAll: true, failed: 1 })
  expect([await purchasesOf(ada.id), await purchasesOf(bob.id)]).toEqual([[], [{ offer: 'master_course' }]])
  expect(await app.reconcilePayments()).toMatchObject({ comparedAll: false, failed: 1 })
  await clearFaults()
  expect(await app.reconcilePayments()).toMatchObject({ comparedAll: false, failed: 0 })
  expect(await purchasesOf(ada.id)).toEqual([{ offer: 'master_course' }])
  expect(await app.sql`select 1 from failed_looks`).toHaveLength(0)
})

test('a failed sync is repeated, whatever started it', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  await app.reconcilePayments()
  await app.sql`delete from purchases where account_id = ${ada.id}`
  await fault({ kind: 'error', status: 500, path: await ada.customer() })
  await expect(app.payments?.sync(await ada.customer())).rejects.toThrow()
  await clearFaults()
  await app.reconcilePayments()
  expect(await purchasesOf(ada.id)).toEqual([{ offer: 'master_course' }])
})
