import type Stripe from 'stripe'
import { afterAll, expect, test, vi } from 'vitest'
import { startStripe } from '../testing/start-stripe.ts'
import { createCustomerWithCard, createStudioPrice, eventsOf, latestInvoice, periodEndOf } from '../testing/subscriber.ts'
import { DAY_SECONDS } from './due.ts'

const stripe = await startStripe()
const { client } = stripe
const studio = await createStudioPrice(client)
afterAll(() => stripe.stop())

const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 60_000, interval: 100 })
const subscribe = (customer: Stripe.Customer, more: Stripe.SubscriptionCreateParams = {}) =>
  client.subscriptions.create({ customer: customer.id, items: [{ price: studio.id }], ...more })

test('runs due steps as real time passes', async () => {
  const customer = await createCustomerWithCard(client)
  const { id } = await subscribe(customer, { trial_period_days: 1 })
  await stripe.clock.advance(DAY_SECONDS - 2, 'stripe')
  await until(async () => expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'active' }))
  const notice = (await eventsOf(client, id)).filter(({ type }) => type === 'customer.subscription.trial_will_end')
  expect(notice).toHaveLength(1)
})

test('keeps everything across a restart, and runs what became due meanwhile', async () => {
  const first = await startStripe()
  const studio = await createStudioPrice(first.client)
  const customer = await createCustomerWithCard(first.client)
  const subscription = await first.client.subscriptions.create({ customer: customer.id, items: [{ price: studio.id }] })
  const end = periodEndOf(subscription)
  await first.stop()
  const second = await startStripe({ databaseUrl: first.databaseUrl })
  expect(await second.client.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'active',
    latest_invoice: subscription.latest_invoice,
  })
  await second.sql`insert into control.clock (service, offset_seconds) values ('stripe', ${40 * DAY_SECONDS}) on conflict (service) do update set offset_seconds = excluded.offset_seconds`
  await second.stop()
  const third = await startStripe({ databaseUrl: first.databaseUrl })
  await until(async () => expect(await latestInvoice(third.client, subscription.id)).toMatchObject({ status: 'paid', created: end }))
  await third.stop()
})

test('one failed step does not delay the others', async () => {
  const broken = await subscribe(await createCustomerWithCard(client))
  const { id } = await subscribe(await createCustomerWithCard(client))
  await stripe.sql`update stripe.objects set data = data - 'items' where id = ${broken.id}`
  await stripe.clock.advance(40 * DAY_SECONDS, 'stripe')
  expect(await latestInvoice(client, id)).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' })
  await stripe.sql`update stripe.objects set hidden = hidden || '{"due": null}' where id = ${broken.id}`
})
