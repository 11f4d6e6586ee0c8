import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { refusal, startStripe } from '../testing/start-stripe.ts'
import { advanceDays, createCustomerWithCard, createPrices, eventsOf, latestInvoice, periodEndOf } from '../testing/subscriber.ts'

const stripe = await startStripe()
const { client } = stripe
const prices = await createPrices(client)
const { id: configuration } = await client.billingPortal.configurations.create({
  features: {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
  },
})
afterAll(() => stripe.stop())

const RETURN_URL = 'http://localhost:3000/settings'
const openFor = (customer: Stripe.Customer) =>
  client.billingPortal.sessions.create({ customer: customer.id, configuration, return_url: RETURN_URL })
const subscribe = (customer: Stripe.Customer, more: Stripe.SubscriptionCreateParams = {}) =>
  client.subscriptions.create({ customer: customer.id, items: [{ price: prices.studio.id }], off_session: false, ...more })

async function look(url: string) {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** Submits the first form whose action contains the given path, and follows the redirect. */
async function press(url: string, action: string, fields: Record<string, string> = {}) {
  const { html } = await look(url)
  const found = [...html.matchAll(/<form[^>]*action="([^"]+)"/g)].map(([, path]) => path ?? '').find((path) => path.includes(action))
  if (found === undefined) throw new Error(`no form for ${action}`)
  const response = await fetch(new URL(found, url), { method: 'POST', body: new URLSearchParams(fields) })
  return { status: response.status, html: await response.text() }
}

const GOOD = { card: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }

test('opens a portal for an existing customer with a configuration', async () => {
  const customer = await createCustomerWithCard(client)
  expect(await openFor(customer)).toMatchObject({ customer: customer.id, return_url: RETURN_URL, object: 'billing_portal.session' })
  expect(await refusal(client.billingPortal.sessions.create({ customer: 'cus_unknown', configuration }))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'customer',
  })
  expect(await refusal(client.billingPortal.sessions.create({ customer: customer.id }))).toMatchObject({ statusCode: 400 })
})

test('lists and updates configurations, and keeps unnamed features', async () => {
  const { id } = await client.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true } },
    metadata: { app: 'academy' },
  })
  const changed = await client.billingPortal.configurations.update(id, { features: { subscription_cancel: { enabled: true } } })
  expect(changed).toMatchObject({
    metadata: { app: 'academy' },
    features: { invoice_history: { enabled: true }, subscription_cancel: { enabled: true } },
  })
  expect((await client.billingPortal.configurations.list({ active: true })).data.map((one) => one.id)).toContain(id)
  await client.billingPortal.configurations.update(id, { active: false })
  const customer = await createCustomerWithCard(client)
  expect(await refusal(client.billingPortal.sessions.create({ customer: customer.id, configuration: id }))).toMatchObject({
    param: 'configuration',
  })
})

test('cancels at the end of the period by cancel_at, and resumes', async () => {
  const customer = await createCustomerWithCard(client)
  const subscription = await subscribe(customer)
  const { url } = await openFor(customer)
  const confirmation = await press(`${url}/cancel/${subscription.id}`, `/cancel/${subscription.id}`)
  expect(confirmation.html).toContain('Your plan will be canceled on')
  expect(await client.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'active',
    cancel_at: periodEndOf(subscription),
    cancel_at_period_end: false,
    cancellation_details: { reason: 'cancellation_requested' },
  })
  const back = await press(url, `/resume/${subscription.id}`)
  expect(back.html).toContain('Your subscription goes on.')
  expect(await client.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at: null, canceled_at: null })
  const updates = (await eventsOf(client, subscription.id)).filter(({ type }) => type === 'customer.subscription.updated')
  expect(updates.slice(-2).map(({ data }) => data.object)).toMatchObject([{ cancel_at: periodEndOf(subscription) }, { cancel_at: null }])
})

test('refuses a declined card, and pays open invoices with a valid one', async () => {
  const customer = await createCustomerWithCard(client, 'chargeCustomerFail')
  const { id } = await subscribe(customer)
  await advanceDays(stripe, 32)
  const { url } = await openFor(customer)
  expect((await look(url)).html).toContain('The last payment failed')
  const declined = await press(`${url}/card`, '/card', { ...GOOD, card: '4000000000000002' })
  expect(declined.html).toContain('Your card was declined.')
  expect((await press(`${url}/card`, '/card', { ...GOOD, expiry: '01/20' })).html).toContain('expiration date is invalid')
  expect((await press(`${url}/card`, '/card', GOOD)).html).toContain('Your card is updated.')
  const paid = await press(url, `/pay/${(await latestInvoice(client, id)).id}`)
  expect(paid.html).toContain('Your invoice is paid.')
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  await advanceDays(stripe, 31)
  expect(await latestInvoice(client, id)).toMatchObject({ status: 'paid' })
})

test('responds with 404 for a subscription and an invoice of another customer', async () => {
  const other = await createCustomerWithCard(client)
  const subscription = await subscribe(other)
  const { url } = await openFor(await createCustomerWithCard(client))
  const post = (path: string) => fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams() })
  expect((await look(`${url}/cancel/${subscription.id}`)).status).toBe(404)
  expect((await post(`/cancel/${subscription.id}`)).status).toBe(404)
  expect((await post(`/resume/${subscription.id}`)).status).toBe(404)
  expect((await post(`/pay/${(await latestInvoice(client, subscription.id)).id}`)).status).toBe(404)
  expect(await client.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at: null })
})

test("a portal's URL is valid for five minutes, and an opened portal for an hour after its last use", async () => {
  const customer = await createCustomerWithCard(client)
  const [unused, used] = [await openFor(customer), await openFor(customer)]
  expect((await look(used.url)).status).toBe(200)
  await stripe.clock.advance(6 * 60, 'stripe')
  expect((await look(unused.url)).status).toBe(404)
  expect((await look(used.url)).status).toBe(200)
  await stripe.clock.advance(61 * 60, 'stripe')
  const late = await look(used.url)
  expect(late.status).toBe(404)
  expect(late.html).toContain('This link is no longer valid')
  expect((await look(`${stripe.url}/stripe/portal/bps_unknown`)).status).toBe(404)
})
