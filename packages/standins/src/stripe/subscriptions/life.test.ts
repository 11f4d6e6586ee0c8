import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { refusal, startStripe } from '../testing/start-stripe.ts'
import { advanceDays, createCustomerWithCard, createStudioPrice, eventsOf, latestInvoice, periodEndOf } from '../testing/subscriber.ts'
import { DAY_SECONDS } from '../time/due.ts'

const stripe = await startStripe()
const { client } = stripe
const studio = await createStudioPrice(client)
afterAll(() => stripe.stop())

const subscribe = (customer: Stripe.Customer, more: Stripe.SubscriptionCreateParams = {}) =>
  client.subscriptions.create({ customer: customer.id, items: [{ price: studio.id }], ...more })
const retrieve = (id: string) => client.subscriptions.retrieve(id)
const eventsOfSubscription = async (id: string) =>
  (await eventsOf(client, id)).filter(({ type }) => /^(customer\.subscription|invoice)\./.test(type))
const typesOf = (events: Stripe.Event[]) => events.map(({ type }) => type)

test('a subscription is paid at once, and again at the end of each month', async () => {
  const customer = await createCustomerWithCard(client)
  const { id, status, items } = await subscribe(customer, { metadata: { account_id: 'a-1' } })
  expect({ status, currency: items.data[0]?.price.currency }).toEqual({ status: 'active', currency: 'eur' })
  const first = await latestInvoice(client, id)
  expect(first).toMatchObject({ status: 'paid', amount_paid: 1900, billing_reason: 'subscription_create' })
  expect(first.parent?.subscription_details).toMatchObject({ subscription: id, metadata: { account_id: 'a-1' } })

  const end = items.data[0]?.current_period_end ?? 0
  await advanceDays(stripe, 63)
  const later = await retrieve(id)
  expect(later).toMatchObject({ status: 'active' })
  expect(later.items.data[0]?.current_period_start).toBeGreaterThan(end)
  const invoices = await client.invoices.list({ subscription: id })
  expect(invoices.data.map((invoice) => [invoice.status, invoice.billing_reason])).toEqual([
    ['paid', 'subscription_cycle'],
    ['paid', 'subscription_cycle'],
    ['paid', 'subscription_create'],
  ])
  // each step happened when it was due, not when the clock was moved
  const renewal = invoices.data[1]
  expect(renewal?.created).toBe(end)
  expect(renewal?.status_transitions).toMatchObject({ finalized_at: end + 3600, paid_at: end + 3600 })
  expect(renewal?.lines.data[0]?.period).toEqual({ start: end, end: later.items.data[0]?.current_period_start })
  const events = (await eventsOfSubscription(id)).slice(3)
  expect(typesOf(events).slice(0, 3)).toEqual(['customer.subscription.updated', 'invoice.paid', 'customer.subscription.updated'])
  expect(events[0]).toMatchObject({ created: end, data: { object: { items: { data: [{ current_period_start: end }] } } } })
})

test('expires if the first invoice is not paid within 23 hours', async () => {
  const { id } = await subscribe(await createCustomerWithCard(client, 'chargeDeclined'))
  await advanceDays(stripe, 1)
  expect(await retrieve(id)).toMatchObject({ status: 'incomplete_expired' })
  expect(await latestInvoice(client, id)).toMatchObject({ status: 'void' })
})

test("announces a trial's end three days before, and then renews", async () => {
  const customer = await createCustomerWithCard(client)
  const { id, status, created } = await subscribe(customer, { trial_period_days: 90 })
  const trialEnd = created + 90 * DAY_SECONDS
  expect(status).toBe('trialing')
  expect(await latestInvoice(client, id)).toMatchObject({ status: 'paid', amount_paid: 0 })

  await advanceDays(stripe, 86)
  expect(typesOf(await eventsOfSubscription(id))).not.toContain('customer.subscription.trial_will_end')
  await advanceDays(stripe, 2)
  const notice = (await eventsOfSubscription(id)).filter(({ type }) => type === 'customer.subscription.trial_will_end')
  expect(notice).toMatchObject([{ created: trialEnd - 3 * DAY_SECONDS, data: { object: { status: 'trialing', trial_end: trialEnd } } }])

  await advanceDays(stripe, 3)
  expect(await retrieve(id)).toMatchObject({ status: 'active', billing_cycle_anchor: trialEnd })
  expect(await latestInvoice(client, id)).toMatchObject({ status: 'paid', amount_paid: 1900, created: trialEnd })
  const change = (await eventsOfSubscription(id)).find(({ type }) => type === 'customer.subscription.updated')
  expect(change).toMatchObject({ created: trialEnd, data: { object: { status: 'active' } } })
})

test('a renewal that fails is tried again after 3, 5 and 7 days; then the subscription is canceled', async () => {
  const customer = await createCustomerWithCard(client, 'chargeCustomerFail')
  const { id, items } = await subscribe(customer, { off_session: false })
  const end = items.data[0]?.current_period_end ?? 0
  await advanceDays(stripe, (end + 2 * 3600 - stripe.clock.now('stripe').getTime() / 1000) / DAY_SECONDS)
  expect(await retrieve(id)).toMatchObject({ status: 'past_due' })
  const invoice = await latestInvoice(client, id)
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: end + 3600 + 3 * DAY_SECONDS })

  await advanceDays(stripe, 16)
  const events = await eventsOfSubscription(id)
  expect(events.filter(({ type }) => type === 'invoice.payment_failed').map(({ created }) => (created - end - 3600) / DAY_SECONDS)).toEqual(
    [0, 3, 8, 15],
  )
  expect(events.at(-1)).toMatchObject({ type: 'customer.subscription.deleted', created: end + 3600 + 15 * DAY_SECONDS })
  expect(await retrieve(id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
  expect(await client.invoices.retrieve(invoice.id)).toMatchObject({ status: 'open', auto_advance: false, next_payment_attempt: null })
})

test('runs until the end of the period if canceled, and continues if resumed', async () => {
  const customer = await createCustomerWithCard(client)
  const subscription = await subscribe(customer)
  const { id } = subscription
  const end = periodEndOf(subscription)
  expect(await client.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
    status: 'active',
    cancel_at: end,
    cancel_at_period_end: true,
    cancellation_details: { reason: 'cancellation_requested' },
  })
  expect(await client.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: null, canceled_at: null })
  await client.subscriptions.update(id, { cancel_at_period_end: true })
  await advanceDays(stripe, 32)
  expect(await retrieve(id)).toMatchObject({ status: 'canceled', ended_at: end })
  expect((await client.invoices.list({ subscription: id })).data).toHaveLength(1)
  expect((await eventsOfSubscription(id)).at(-1)).toMatchObject({ type: 'customer.subscription.deleted', created: end })
  expect(await refusal(client.subscriptions.update(id, { cancel_at_period_end: false }))).toMatchObject({ statusCode: 400 })
})
