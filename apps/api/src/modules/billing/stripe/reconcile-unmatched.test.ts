import { beforeEach, expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const ADMIN = 'admin@example.test'
const { app, stripe, buyer, control, deliver, events, signIn, clearFaults, fault } = await startSellingAcademy({
  env: { ADMIN_EMAIL: ADMIN },
})
const headers = await signIn({ email: ADMIN })

beforeEach(clearFaults)

/** Creates a customer of another business on the same Stripe account. */
async function stranger() {
  const { id } = await stripe.customers.create({ email: 'stranger@example.test' })
  const { data } = await stripe.prices.list({ lookup_keys: ['studio_eur'] })
  /** Changes the customer. Returns the resulting event. */
  const pays = async () => {
    const eventsBefore = (await events()).length
    const session = await stripe.checkout.sessions.create({
      customer: id,
      mode: 'subscription',
      line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
      success_url: 'http://localhost:3000/',
    })
    await control(`/stripe/control/checkout/${session.id}/pay`, {})
    return (await events()).slice(eventsBefore)
  }
  const waiting = async () => (await app.sql`select 1 from stripe_events where applied_at is null and customer_id = ${id}`).length
  const dismiss = (reason = 'our other shop') =>
    app.inject({ method: 'POST', url: `/api/admin/payments/customers/${id}/dismiss`, headers, payload: { reason } })
  return { id, pays, waiting, dismiss }
}

async function syncCount(result: string): Promise<number> {
  const metric = await app.metrics.getSingleMetric('stripe_customer_syncs_total')?.get()
  return metric?.values.find(({ labels }) => labels.result === result)?.value ?? 0
}

/** Simulates that the first sync failed so long ago that the next retry is due. */
const failedSince = (customer: string, ago: string) =>
  app.sql`update failed_looks set first_failed_at = now() - ${ago}::interval, next_look_at = now() where customer_id = ${customer}`

test('an unmatched customer delays no other, and is retried until it is matched', async () => {
  const { id, pays, waiting } = await stranger()
  await pays()
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  expect(await app.reconcilePayments()).toMatchObject({ result: 'done', failed: 1 })
  expect(await app.sql`select offer from purchases where account_id = ${ada.id}`).toHaveLength(1)
  expect(await waiting()).toBeGreaterThan(0)

  const bob = await buyer()
  await stripe.customers.update(id, { metadata: { account_id: bob.id } })
  expect(await app.reconcilePayments()).toMatchObject({ failed: 0 })
  expect(await waiting()).toBe(0)
  expect((await bob.context()).entitlements.resources).toBe(true)
})

test('retries an unmatched customer with doubling delays, then stops, and counts it as missed once', async () => {
  const { id, pays, waiting } = await stranger()
  await pays()
  expect((await app.reconcilePayments()).missed).toBeGreaterThan(0)
  await failedSince(id, '1 hour')
  expect(await app.reconcilePayments()).toMatchObject({ missed: 0, failed: 1 })
  const next = () =>
    app.sql`select round(extract(epoch from next_look_at - now()) / 60)::int as minutes from failed_looks where customer_id = ${id}`
  expect(await next(), 'after as long again as it has been').toEqual([{ minutes: 60 }])
  expect(await app.reconcilePayments()).toMatchObject({ missed: 0, failed: 0 })
  await failedSince(id, '8 days')
  expect(await app.reconcilePayments()).toMatchObject({ failed: 1 })
  expect(await next()).toEqual([{ minutes: null }])
  expect(await app.reconcilePayments()).toMatchObject({ failed: 0 })
  expect(await waiting(), 'the operator still sees them').toBeGreaterThan(0)

  const ada = await buyer()
  await stripe.customers.update(id, { metadata: { account_id: ada.id } })
  const [event] = await pays()
  expect((await deliver(event ?? {})).statusCode, 'a new event brings all of it').toBe(200)
  expect(await waiting()).toBe(0)
})

test('retries a buyer in every run, however long the failures last', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  await fault({ kind: 'error', status: 500, path: await ada.customer() })
  await app.reconcilePayments()
  await failedSince(await ada.customer(), '60 days')
  expect(await app.reconcilePayments()).toMatchObject({ failed: 1 })
  expect(
    await app.sql`select account_id, unmatched, next_look_at <= now() as due from failed_looks where customer_id = ${await ada.customer()}`,
  ).toEqual([{ account_id: ada.id, unmatched: false, due: true }])
  const [event] =
    await app.sql`select account_id from stripe_events where applied_at is null and customer_id = ${await ada.customer()} limit 1`
  expect(event, 'the operator sees whose it is').toEqual({ account_id: ada.id })
  await clearFaults()
  expect(await app.reconcilePayments()).toMatchObject({ failed: 0 })
})

test('accepts events of a dismissed customer, and records them once the customer is matched', async () => {
  const { id, pays, waiting, dismiss } = await stranger()
  const [first] = await pays()
  expect((await dismiss()).statusCode, 'before the first sync').toBe(404)
  expect((await deliver(first ?? {})).statusCode).toBe(500)
  await app.sql`
    insert into stripe_events (id, type, created, customer_id, source, attempts, applied_at)
    values ('evt_earlier', 'invoice.paid', '2026-11-01', ${id}, 'webhook', 1, '2026-11-01')`
  const [unmatched, dismissed] = [await syncCount('unmatched'), await syncCount('dismissed')]
  const response = await dismiss()
  expect([response.statusCode, response.json()]).toEqual([200, { success: true, message: 'The customer was dismissed.' }])
  expect(await waiting()).toBe(0)
  expect(await app.sql`select from stripe_events where id = 'evt_earlier' and applied_at = '2026-11-01'`).toHaveLength(1)
  expect((await dismiss()).statusCode).toBe(409)
  expect((await dismiss(' ')).statusCode).toBe(400)
  expect(await app.sql`select who, reason, details from audit_log where what = 'dismiss_customer'`).toEqual([
    { who: ADMIN, reason: 'our other shop', details: { customer: id } },
  ])

  const [second] = await pays()
  expect((await deliver(second ?? {})).statusCode).toBe(200)
  expect(await app.reconcilePayments()).toMatchObject({ failed: 0 })
  expect([await waiting(), await syncCount('unmatched')]).toEqual([0, unmatched])
  expect(await syncCount('dismissed')).toBeGreaterThan(dismissed)

  await fault({ kind: 'error', status: 500, path: id })
  const [failed] = await pays()
  expect((await deliver(failed ?? {})).statusCode).toBe(500)
  await clearFaults()
  await app.reconcilePayments()
  expect(await waiting(), 'also what failed for another reason').toBe(0)

  const ada = await buyer()
  await stripe.customers.update(id, { metadata: { account_id: ada.id } })
  const [third] = await pays()
  expect((await deliver(third ?? {})).statusCode).toBe(200)
  expect((await ada.context()).entitlements.resources).toBe(true)
  expect(await app.sql`select 1 from failed_looks where customer_id = ${id}`).toHaveLength(0)
})

test('refuses to dismiss a customer of an account', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  await fault({ kind: 'error', status: 500, path: await ada.customer() })
  await app.reconcilePayments()
  const url = `/api/admin/payments/customers/${await ada.customer()}/dismiss`
  expect((await app.inject({ method: 'POST', url, headers, payload: { reason: 'a mistake' } })).statusCode).toBe(404)
})

test('retries a buyer beside many unmatched events', async () => {
  const { id } = await stranger()
  await app.sql`
    insert into stripe_events (id, type, created, customer_id, source, attempts, error)
    select 'evt_stranger_' || n, 'invoice.paid', now() - interval '60 days', ${id}, 'webhook', 3, 'UnmatchedCustomer'
    from generate_series(1, 1200) n`
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  // Its webhook failed before the range that Stripe lists.
  await app.sql`
    insert into stripe_events (id, type, created, customer_id, source, attempts, error)
    values ('evt_of_ada', 'checkout.session.completed', now() - interval '40 days', ${await ada.customer()}, 'webhook', 1, 'it failed')`
  await app.sql`update stripe_reconcile set seen_until = now() + interval '1 hour'`
  await app.reconcilePayments()
  expect(await app.sql`select applied_at is not null as applied from stripe_events where id = 'evt_of_ada'`).toEqual([{ applied: true }])
})

test('a dismissal waits for a sync that has found the account of the customer, and changes nothing then', async () => {
  const { id, pays, waiting, dismiss } = await stranger()
  await pays()
  await app.reconcilePayments()
  const bob = await buyer()
  await stripe.customers.update(id, { metadata: { account_id: bob.id } })
  await fault({ kind: 'slow', delay_ms: 500 })
  const reconciling = app.reconcilePayments()
  const claims = () => app.sql`
    select from pg_locks join pg_stat_activity using (pid)
    where relation = 'stripe_events'::regclass and mode = 'RowExclusiveLock' and state = 'idle in transaction' and datname = current_database()`
  await expect.poll(async () => (await claims()).length, { interval: 20 }).toBe(1)
  expect((await dismiss()).statusCode).toBe(404)
  // Customers of other tests may fail in the same run.
  await reconciling
  expect(await app.sql`select from failed_looks where customer_id = ${id}`).toHaveLength(0)
  expect(await waiting()).toBe(0)
  expect((await bob.context()).entitlements.resources).toBe(true)
})
