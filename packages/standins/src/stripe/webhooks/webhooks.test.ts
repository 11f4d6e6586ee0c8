import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startReceiver } from '../../testing/start-receiver.ts'
import { startStripe } from '../testing/start-stripe.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())
let receiver: Awaited<ReturnType<typeof startReceiver<{ id: string; type: string; data: { object: { id: string } } }>>>
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  stripe.faults.clear()
  await stripe.clock.reset('stripe')
  for (const { id } of (await stripe.client.webhookEndpoints.list({ limit: 100 })).data) await stripe.client.webhookEndpoints.del(id)
  await receiver.stop()
})

const WAIT_OPTIONS = { timeout: 60_000, interval: 50 }
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, WAIT_OPTIONS)

const listen = (at = stripe) => at.client.webhookEndpoints.create({ url: receiver.url, enabled_events: ['customer.deleted'] })
/** Returns the customers that the received events are about. */
const arrived = () => receiver.received.map(({ body }) => body.data.object.id)

/** Causes an event. Returns the customer that it is about. */
async function deleteCustomer(at = stripe): Promise<string> {
  const { id } = await at.client.customers.create({ email: 'ada@academy.test' })
  await at.client.customers.del(id)
  return id
}

type Delivery = { event_id: string; type: string; status: string; attempts: { status: number | null; response: string }[] }
const deliveries = async (at = stripe) =>
  ((await (await fetch(`${at.url}/stripe/api/deliveries`)).json()) as { deliveries: Delivery[] }).deliveries
/** Waits until the latest webhook was tried at least `count` times. */
const expectAttempts = (count: number, at = stripe) =>
  until(async () => expect((await deliveries(at))[0]?.attempts.length).toBeGreaterThanOrEqual(count))

test('delivers signed events to the enabled endpoints that subscribe to their types', async () => {
  const { secret = '', id: endpoint } = await listen()
  await stripe.client.webhookEndpoints.create({ url: receiver.url, enabled_events: ['invoice.paid'] })
  await stripe.client.webhookEndpoints.update(endpoint, { disabled: true })
  await deleteCustomer()
  await stripe.client.webhookEndpoints.update(endpoint, { disabled: false })
  const id = await deleteCustomer()
  await until(() => expect(arrived()).toEqual([id]))
  const [webhook] = receiver.received
  if (webhook === undefined) throw new Error('nothing arrived')
  const signature = String(webhook.headers['stripe-signature'])
  const event = await stripe.client.webhooks.constructEventAsync(webhook.raw, signature, secret)
  expect(event).toMatchObject({ object: 'event', type: 'customer.deleted', api_version: '2026-10-28.endive', livemode: false })
  await expect(stripe.client.webhooks.constructEventAsync(`${webhook.raw} `, signature, secret)).rejects.toThrow('signature')
  const delivered = { event_id: event.id, status: 'delivered', attempts: [{ status: 200, response: 'responded with 200' }] }
  await until(async () => expect((await deliveries())[0]).toMatchObject(delivered))
})

test('retries a failed delivery until it succeeds, and records each attempt', async () => {
  await listen()
  receiver.reply.status = 500
  await deleteCustomer()
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

test('delays and drops webhooks, but lists their events', async () => {
  await listen()
  stripe.faults.set({ service: 'stripe', kind: 'webhook_delay', delay_ms: 60_000, times: 1 })
  const delayed = await deleteCustomer()
  stripe.faults.set({ service: 'stripe', kind: 'webhook_drop', path: 'customer.', times: 1 })
  const dropped = await deleteCustomer()
  const onTime = await deleteCustomer()
  await until(() => expect(arrived()).toEqual([onTime]))
  await stripe.clock.advance(61, 'stripe')
  await until(() => expect(arrived()).toEqual([onTime, delayed]))
  expect((await deliveries()).filter(({ status }) => status === 'dropped')).toHaveLength(1)
  const { data: events } = await stripe.client.events.list({ types: ['customer.deleted'], limit: 2 })
  expect(events.map(({ data }) => (data.object as { id?: string }).id)).toEqual([onTime, dropped])
})

test('keeps objects and pending deliveries across a restart', async () => {
  const first = await startStripe()
  await listen(first)
  receiver.reply.status = 503
  const kept = await first.client.customers.create({ email: 'kept@academy.test' }, { idempotencyKey: 'kept' })
  const id = await deleteCustomer(first)
  await expectAttempts(1, first)
  await first.stop()
  receiver.reply.status = 200
  receiver.received.length = 0
  const second = await startStripe({ databaseUrl: first.databaseUrl })
  onTestFinished(second.stop)
  expect((await second.client.customers.create({ email: 'kept@academy.test' }, { idempotencyKey: 'kept' })).id).toBe(kept.id)
  await second.clock.advance(600, 'stripe')
  await until(() => expect(arrived()).toEqual([id]))
})
