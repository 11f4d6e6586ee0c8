import type Stripe from 'stripe'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startReceiver } from '../../testing/start-receiver.ts'
import { startStripe } from '../testing/start-stripe.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())
let receiver: Awaited<ReturnType<typeof startReceiver<{ id: string; type: string }>>>
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  stripe.faults.clear()
  await stripe.clock.reset()
  for (const { id } of (await stripe.client.webhookEndpoints.list({ limit: 100 })).data) await stripe.client.webhookEndpoints.del(id)
  await receiver.stop()
})

const WAIT_OPTIONS = { timeout: 60_000, interval: 50 }
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, WAIT_OPTIONS)

type Types = Stripe.WebhookEndpointCreateParams['enabled_events']
const listen = (enabled_events: Types = ['*'], at = stripe) => at.client.webhookEndpoints.create({ url: receiver.url, enabled_events })
const arrived = () => receiver.received.map(({ body }) => body.type)

type Delivery = { event_id: string; type: string; status: string; attempts: { status: number | null; response: string }[] }
const deliveries = async (at = stripe) =>
  ((await (await fetch(`${at.url}/stripe/api/deliveries`)).json()) as { deliveries: Delivery[] }).deliveries
/** Waits until the latest webhook was tried at least `count` times. */
const expectAttempts = (count: number, at = stripe) =>
  until(async () => expect((await deliveries(at))[0]?.attempts.length).toBeGreaterThanOrEqual(count))

test('delivers signed events to the endpoints that subscribe to their types', async () => {
  const { secret = '' } = await listen(['customer.created'])
  const customer = await stripe.client.customers.create({ email: 'ada@academy.test' })
  await stripe.client.customers.update(customer.id, { name: 'Ada' })
  await until(() => expect(arrived()).toEqual(['customer.created']))
  const [webhook] = receiver.received
  if (webhook === undefined) throw new Error('nothing arrived')
  const event = await stripe.client.webhooks.constructEventAsync(webhook.raw, String(webhook.headers['stripe-signature']), secret)
  expect(event).toMatchObject({
    object: 'event',
    type: 'customer.created',
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { id: customer.id, object: 'customer' } },
    pending_webhooks: 1,
  })
  await expect(
    stripe.client.webhooks.constructEventAsync(`${webhook.raw} `, String(webhook.headers['stripe-signature']), secret),
  ).rejects.toThrow('signature')
  await until(async () =>
    expect((await deliveries())[0]).toMatchObject({
      event_id: event.id,
      type: 'customer.created',
      status: 'delivered',
      attempts: [{ status: 200, response: 'responded with 200' }],
    }),
  )
})

test('sends nothing to disabled or deleted endpoints', async () => {
  const { id } = await listen()
  await stripe.client.webhookEndpoints.update(id, { disabled: true })
  await stripe.client.customers.create()
  await stripe.client.webhookEndpoints.update(id, { disabled: false, enabled_events: ['product.created'] })
  await stripe.client.customers.create()
  await stripe.client.products.create({ name: 'Delivered' })
  await until(() => expect(arrived()).toEqual(['product.created']))
  await stripe.client.webhookEndpoints.del(id)
  await stripe.client.products.create({ name: 'Not delivered' })
  await listen(['customer.created'])
  await stripe.client.customers.create()
  await until(() => expect(arrived()).toEqual(['product.created', 'customer.created']))
})

test('retries a failed delivery until it succeeds, and records each attempt', async () => {
  await listen(['customer.created'])
  receiver.reply.status = 500
  await stripe.client.customers.create()
  await expectAttempts(1)
  await stripe.clock.advance(3, 'stripe')
  await expectAttempts(2)
  receiver.reply.status = 200
  await stripe.clock.advance(600, 'stripe')
  await until(async () => expect((await deliveries())[0]).toMatchObject({ status: 'delivered' }))
  const responses = (await deliveries())[0]?.attempts.map(({ status }) => status)
  expect(responses?.slice(0, 2)).toEqual([500, 500])
  expect(responses?.at(-1)).toBe(200)
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1)
})

test('gives up deliveries to an unreachable endpoint after the last attempt', async () => {
  await listen(['customer.created'])
  await receiver.stop()
  await stripe.client.customers.create()
  await until(async () =>
    expect((await deliveries())[0]?.attempts[0]).toMatchObject({ status: null, response: expect.stringContaining('ECONNREFUSED') }),
  )
  for (let attempt = 2; attempt <= 11; attempt += 1) {
    await stripe.clock.advance(25 * 3600, 'stripe')
    await expectAttempts(attempt)
  }
  await until(async () => expect((await deliveries())[0]).toMatchObject({ status: 'given_up' }))
})

test('a retry is due at once after the clock was moved back', async () => {
  await listen(['customer.created'])
  await stripe.clock.advance(30 * 24 * 3600, 'stripe')
  receiver.reply.status = 500
  await stripe.client.customers.create()
  await expectAttempts(1)
  receiver.reply.status = 200
  await stripe.clock.reset('stripe')
  await until(async () => expect((await deliveries())[0]).toMatchObject({ status: 'delivered' }))
})

test('delays and drops webhooks, but lists their events', async () => {
  await listen(['customer.created', 'product.created'])
  stripe.faults.set({ service: 'stripe', kind: 'webhook_delay', delay_ms: 60_000, times: 1 })
  await stripe.client.customers.create()
  stripe.faults.set({ service: 'stripe', kind: 'webhook_drop', path: 'customer.', times: 1 })
  const dropped = await stripe.client.customers.create()
  await stripe.client.products.create({ name: 'On time' })
  await until(() => expect(arrived()).toEqual(['product.created']))
  await stripe.clock.advance(61, 'stripe')
  await until(() => expect(arrived()).toEqual(['product.created', 'customer.created']))
  expect((await deliveries()).filter(({ status }) => status === 'dropped')).toHaveLength(1)
  const [latest] = (await stripe.client.events.list({ types: ['customer.created'], limit: 1 })).data
  expect(latest?.data.object).toMatchObject({ id: dropped.id })
})

test('a refused request sends no event', async () => {
  await listen()
  await expect(stripe.client.customers.update('cus_none', { name: 'Ada' })).rejects.toThrow('No such customer')
  await stripe.client.products.create({ name: 'Alone' })
  await until(() => expect(arrived()).toEqual(['product.created']))
})

test('keeps objects and pending deliveries across a restart', async () => {
  const first = await startStripe()
  const { secret = '' } = await listen(['customer.created'], first)
  receiver.reply.status = 503
  const customer = await first.client.customers.create({ email: 'kept@academy.test' }, { idempotencyKey: 'kept' })
  await expectAttempts(1, first)
  await first.stop()
  receiver.reply.status = 200
  receiver.received.length = 0
  const second = await startStripe({ databaseUrl: first.databaseUrl })
  onTestFinished(second.stop)
  expect(await second.client.customers.retrieve(customer.id)).toMatchObject({ email: 'kept@academy.test' })
  expect((await second.client.customers.create({ email: 'kept@academy.test' }, { idempotencyKey: 'kept' })).id).toBe(customer.id)
  await second.clock.advance(600, 'stripe')
  await until(() => expect(arrived()).toEqual(['customer.created']))
  const [webhook] = receiver.received
  await expect(
    second.client.webhooks.constructEventAsync(webhook?.raw ?? '', String(webhook?.headers['stripe-signature']), secret),
  ).resolves.toMatchObject({
    type: 'customer.created',
  })
})

test('delivers many events at once', async () => {
  await listen(['customer.created'])
  await Promise.all(Array.from({ length: 60 }, () => stripe.client.customers.create()))
  await until(() => expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(60))
})
