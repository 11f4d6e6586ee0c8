import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refusal, startStripe, type TestStripe } from '../testing/start-stripe.ts'
import { createPayer, createProducts, eventsOf, latestInvoice, type Products, periodEndOf } from '../testing/subscriber.ts'
import { DAY } from './day.ts'

let stripe: TestStripe
let client: Stripe
let products: Products
beforeAll(async () => {
  stripe = await startStripe()
  client = stripe.client
  products = await createProducts(client)
})
afterAll(() => stripe.stop())

const until = (holds: () => unknown) => vi.waitFor(holds, { timeout: 60_000, interval: 100 })
const subscribe = (customer: Stripe.Customer, more: Stripe.SubscriptionCreateParams = {}) =>
  client.subscriptions.create({ customer: customer.id, items: [{ price: products.studio.id }], ...more })
const START = Date.parse('2030-01-31T12:00:00Z') / 1000

async function advanceTo(clock: string, frozen_time: number) {
  await client.testHelpers.testClocks.advance(clock, { frozen_time })
  await until(async () => expect(await client.testHelpers.testClocks.retrieve(clock)).toMatchObject({ status: 'ready', frozen_time }))
}

test('a subscription with a test clock ages only when that clock advances', async () => {
  const clock = await client.testHelpers.testClocks.create({ frozen_time: START, name: 'A year' })
  await client.webhookEndpoints.create({ url: `${stripe.url}/nowhere`, enabled_events: ['invoice.paid'] })
  const customer = await createPayer(client, 'visa', { test_clock: clock.id })
  const { id, created, test_clock } = await subscribe(customer)
  expect({ created, test_clock }).toEqual({ created: START, test_clock: clock.id })
  await stripe.clock.advance(40 * DAY, 'stripe')
  expect((await client.invoices.list({ subscription: id })).data).toHaveLength(1)

  await advanceTo(clock.id, Date.parse('2030-04-01T00:00:00Z') / 1000)
  const { data } = await client.invoices.list({ subscription: id })
  expect(data.map((invoice) => [new Date(invoice.created * 1000).toISOString().slice(0, 10), invoice.status])).toEqual([
    ['2030-03-31', 'paid'],
    ['2030-02-28', 'paid'],
    ['2030-01-31', 'paid'],
  ])
  // webhooks do not wait for the test clock
  const [waiting] = await stripe.sql`select count(*)::int as late from stripe.deliveries where due_at > now() + interval '100 days'`
  expect(waiting).toEqual({ late: 0 })
  // lists contain it only for its customer or its clock
  expect((await client.subscriptions.list()).data.map((one) => one.id)).not.toContain(id)
  expect((await client.subscriptions.list({ test_clock: clock.id })).data.map((one) => one.id)).toEqual([id])
  expect((await client.subscriptions.list({ customer: customer.id })).data.map((one) => one.id)).toEqual([id])
})

test('a test clock never goes back, and deleting it deletes its customers', async () => {
  const clock = await client.testHelpers.testClocks.create({ frozen_time: START })
  const customer = await createPayer(client, 'visa', { test_clock: clock.id })
  const { id } = await subscribe(customer)
  expect(await refusal(client.testHelpers.testClocks.advance(clock.id, { frozen_time: START }))).toMatchObject({ param: 'frozen_time' })
  expect(await client.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true })
  expect(await client.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
})

test('runs due steps as real time passes', async () => {
  const customer = await createPayer(client)
  const now = Math.floor(stripe.clock.now('stripe').getTime() / 1000)
  const { id } = await subscribe(customer, { trial_end: now + 2 })
  await until(async () => expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'active' }))
  const notice = (await eventsOf(client, id)).filter(({ type }) => type === 'customer.subscription.trial_will_end')
  expect(notice).toHaveLength(1)
})

test('keeps everything across a restart, and runs what became due meanwhile', async () => {
  const first = await startStripe()
  const { studio } = await createProducts(first.client)
  const customer = await createPayer(first.client)
  const subscription = await first.client.subscriptions.create({ customer: customer.id, items: [{ price: studio.id }] })
  const end = periodEndOf(subscription)
  await first.stop()
  const second = await startStripe({ databaseUrl: first.databaseUrl })
  expect(await second.client.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'active',
    latest_invoice: subscription.latest_invoice,
  })
  await second.sql`insert into control.clock (service, offset_seconds) values ('stripe', ${40 * DAY}) on conflict (service) do update set offset_seconds = excluded.offset_seconds`
  await second.stop()
  const third = await startStripe({ databaseUrl: first.databaseUrl })
  await until(async () => expect(await latestInvoice(third.client, subscription.id)).toMatchObject({ status: 'paid', created: end }))
  await third.stop()
})

test('one failed step does not delay the others', async () => {
  const broken = await subscribe(await createPayer(client))
  const { id } = await subscribe(await createPayer(client))
  await stripe.sql`update stripe.objects set data = data - 'items' where id = ${broken.id}`
  await stripe.clock.advance(40 * DAY, 'stripe')
  expect(await latestInvoice(client, id)).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' })
  await stripe.sql`update stripe.objects set hidden = hidden || '{"due": null}' where id = ${broken.id}`
})
