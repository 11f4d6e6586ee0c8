import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const academy = await startSellingAcademy()
const { app, stripe, buyer, fault, noFaults, deliver, events, stripeEnv, config } = academy

beforeEach(noFaults)

const purchasesOf = (id: string) => app.sql`select offer from purchases where account_id = ${id}`
const state = async () => {
  const [row] = await app.sql<{ seen_until: Date; missed: number; failed: number }[]>`select * from stripe_reconcile`
  return row
}

test('what no webhook told of is found and applied, once', async () => {
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
    await app.sql`select max(attempts)::int as most, count(*) filter (where applied_at is null)::int as waiting from stripe_events`,
  ).toEqual([{ most: 1, waiting: 0 }])
})

test('while Stripe fails nothing is taken for seen; the next run finds all of it', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const before = await state()
  await fault({ kind: 'error', status: 500 })
  await expect(app.reconcilePayments()).rejects.toThrow()
  expect(await state()).toEqual(before)
  await noFaults()
  await app.reconcilePayments()
  expect(await purchasesOf(ada.id)).toHaveLength(1)
})

test('of several at the same time one runs', async () => {
  await fault({ kind: 'slow', delay_ms: 1_000 })
  const results = (await Promise.all([1, 2, 3].map(() => app.reconcilePayments()))).map(({ result }) => result)
  expect(results.toSorted()).toEqual(['busy', 'busy', 'done'])
})

test('after a silence that is longer than Stripe remembers, every customer is looked at', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  await app.reconcilePayments()
  // As if the webhooks of then were never sent, and the events of then are not listed any more.
  await app.sql`delete from purchases where account_id = ${ada.id}`
  expect(await app.reconcilePayments()).toMatchObject({ walked: false })
  expect(await purchasesOf(ada.id)).toHaveLength(0)
  await app.sql`update stripe_reconcile set finished_at = now() - interval '40 days'`
  expect(await app.reconcilePayments()).toMatchObject({ walked: true, failed: 0 })
  expect(await purchasesOf(ada.id)).toHaveLength(1)
})

test('a database that was put back to before they paid finds its customers again', async () => {
  const ada = await buyer()
  await ada.buys({ bundle: true })
  const customer = await ada.customer()
  for (const table of ['billing_customers', 'purchases', 'subscriptions', 'checkouts'])
    await app.sql`delete from ${app.sql(table)} where account_id = ${ada.id}`
  await app.sql`delete from stripe_events where account_id = ${ada.id}`
  await app.sql`delete from stripe_reconcile`
  expect(await app.reconcilePayments()).toMatchObject({ walked: true })
  expect(await ada.customer()).toBe(customer)
  const { entitlements, stripe_customer_id } = await ada.context()
  expect([entitlements.master_course, entitlements.resources, stripe_customer_id]).toEqual([true, true, customer])
})

test('an instance that starts repairs what was missed while none ran', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const { app: another } = await buildTestApp({ env: { ...stripeEnv, DATABASE_URL: config.databaseUrl } })
  await expect.poll(() => purchasesOf(ada.id)).toEqual([{ offer: 'master_course' }])
  await another.close()
})

test('a customer that was just synced is not synced at once by another instance', async () => {
  await app.reconcilePayments()
  const { reconcile } = await import('./reconcile.ts')
  if (!app.payments) throw new Error('nothing is sold here')
  expect(await reconcile(app.payments, { unlessYoungerThan: 60 })).toMatchObject({ result: 'fresh' })
})

test('events of customers who are not ours, and of no customer, are passed over', async () => {
  await stripe.customers.create({ email: 'somebody@example.test', metadata: { account_id: 'not an account' } })
  expect(await app.reconcilePayments()).toMatchObject({ result: 'done' })
  expect(await app.sql`select 1 from billing_customers where account_id = ${randomUUID()}`).toHaveLength(0)
})

test('a customer whom a look at everybody did not reach is looked at again in the next run, though no event tells of them', async () => {
  const [ada, bob] = [await buyer(), await buyer()]
  await ada.buys({ masterCourse: true })
  await bob.buys({ masterCourse: true })
  await app.reconcilePayments()
  // As in a new database: what Stripe lists of the events of then is on record, and what was bought is not.
  await app.sql`delete from purchases where account_id in ${app.sql([ada.id, bob.id])}`
  await app.sql`delete from stripe_reconcile`
  await fault({ kind: 'error', status: 500, path: await ada.customer() })
  expect(await app.reconcilePayments()).toMatchObject({ result: 'done', walked: true, failed: 1 })
  expect([await purchasesOf(ada.id), await purchasesOf(bob.id)]).toEqual([[], [{ offer: 'master_course' }]])
  expect(await app.reconcilePayments()).toMatchObject({ walked: false, failed: 1 })
  await noFaults()
  expect(await app.reconcilePayments()).toMatchObject({ walked: false, failed: 0 })
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
  await noFaults()
  await app.reconcilePayments()
  expect(await purchasesOf(ada.id)).toEqual([{ offer: 'master_course' }])
})
