import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'
import { PORTAL_METADATA, portalConfiguration } from './open-portal.ts'

const { app, stripe, buyer, control, fault, clearFaults } = await startSellingAcademy()
const configuration = await stripe.billingPortal.configurations.create({
  features: { invoice_history: { enabled: true } },
  metadata: PORTAL_METADATA,
})
await stripe.billingPortal.configurations.create({
  features: { invoice_history: { enabled: true } },
  metadata: { owner: 'another business' },
})

const refusalOf = (response: { statusCode: number; json: () => { code: string } }) => [response.statusCode, response.json().code]

test('PAY-05 PAY-06 opens the portal of the own customer after a purchase', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  const { stripe_customer_id } = await ada.context()
  expect(stripe_customer_id).toBe(await ada.customer())
  const response = await ada.portal({ customer: stripe_customer_id })
  expect(response.statusCode).toBe(200)
  expect(response.json().url).toMatch(/^http:\/\/localhost:\d+\/stripe\/portal\//)
})

test('D-122 ERR-19 refuses the portal of another account', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await ada.buys({ numberOfPlans: 1 })
  await eve.buys({ masterCourse: true })
  await Promise.all([ada.context(), eve.context()])
  for (const customer of [await ada.customer(), 'cus_nobody', `${await eve.customer()} `]) {
    expect(refusalOf(await eve.portal({ customer }))).toEqual([403, 'forbidden'])
  }
})

test('D-124 PAY-07 ERR-18 refuses any portal before the first completed checkout', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await ada.buys({ numberOfPlans: 1 })
  await ada.context()
  expect(refusalOf(await eve.portal({ customer: await ada.customer() }))).toEqual([404, 'no_customer'])
  await eve.checkout({ masterCourse: true })
  expect(refusalOf(await eve.portal({ customer: await eve.customer() }))).toEqual([404, 'no_customer'])
})

/** Creates a Studio at Stripe by hand, without the academy's checkout. */
async function sellByHand(customer: string): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: ['studio_eur'] })
  const session = await stripe.checkout.sessions.create({
    customer,
    mode: 'subscription',
    line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
    success_url: 'http://localhost:3000/',
  })
  await control(`/stripe/control/checkout/${session.id}/pay`, { card: '4242424242424242' })
  await app.payments?.sync(customer)
  const [subscription] = (await stripe.subscriptions.list({ customer })).data
  return subscription?.id ?? ''
}

test('PRICE-16 PAY-06 an account with a Studio made by hand and a started checkout can manage it, also after its end', async () => {
  const ada = await buyer()
  await ada.checkout({ masterCourse: true })
  const subscription = await sellByHand(await ada.customer())
  const { stripe_customer_id, entitlements } = await ada.context()
  expect([entitlements.resources, stripe_customer_id]).toEqual([true, await ada.customer()])
  expect((await ada.portal({ customer: stripe_customer_id })).statusCode).toBe(200)
  await stripe.subscriptions.cancel(subscription)
  await app.payments?.sync(await ada.customer())
  expect((await ada.context()).stripe_customer_id, 'its invoices stay in reach').toBe(await ada.customer())
})

test('PRICE-16 PAY-06 an account without a checkout can manage the Studio of a customer that an operator assigned', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await ada.context()
  const { id } = await stripe.customers.create({ metadata: { account_id: ada.id } })
  await sellByHand(id)
  expect((await ada.context()).stripe_customer_id).toBe(id)
  expect((await ada.portal({ customer: id })).statusCode).toBe(200)
  await eve.buys({ masterCourse: true })
  await eve.context()
  expect(refusalOf(await eve.portal({ customer: id }))).toEqual([403, 'forbidden'])
})

test('PRICE-16 PAY-06 prefers the customer of a running Studio to the customer of the course', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  await ada.context()
  const { id } = await stripe.customers.create({ metadata: { account_id: ada.id } })
  const subscription = await sellByHand(id)
  expect((await ada.context()).stripe_customer_id).toBe(id)
  const response = await ada.portal({ customer: id })
  const [session] = await app.sql`select customer_id from former_customers where account_id = ${ada.id}`
  expect([response.statusCode, session]).toEqual([200, { customer_id: id }])
  expect((await ada.portal({ customer: await ada.customer() })).statusCode, 'the other one is theirs as well').toBe(200)
  await stripe.subscriptions.cancel(subscription)
  await app.payments?.sync(id)
  expect((await ada.context()).stripe_customer_id).toBe(await ada.customer())
  expect(refusalOf(await ada.portal({ customer: id })), 'there is nothing left to manage').toEqual([403, 'forbidden'])
})

test('offers the renewing one of two Studios first, so that both can be cancelled', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  await ada.context()
  const { id } = await stripe.customers.create({ metadata: { account_id: ada.id } })
  await sellByHand(id)
  const both = [id, await ada.customer()]
  const shown = (await ada.context()).stripe_customer_id ?? ''
  expect(both).toContain(shown)
  const [subscription] = (await stripe.subscriptions.list({ customer: shown })).data
  await stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true })
  await app.payments?.sync(shown)
  expect(both.filter((customer) => customer !== shown)).toEqual([(await ada.context()).stripe_customer_id])
})

test.each(['https://evil.example/', 'http://localhost:3000.evil.example/settings'])(
  'D-123 the portal never leads to %s',
  async (returnUrl) => {
    const ada = await buyer()
    await ada.buys({ numberOfPlans: 1 })
    await ada.context()
    expect(refusalOf(await ada.portal({ customer: await ada.customer(), returnUrl }))).toEqual([400, 'invalid_request'])
  },
)

test('ERR-19 responds with 502 with Retry-After while Stripe fails', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  const { stripe_customer_id } = await ada.context()
  await fault({ kind: 'error', status: 500 })
  const response = await ada.portal({ customer: stripe_customer_id })
  await clearFaults()
  expect([...refusalOf(response), response.headers['retry-after']]).toEqual([502, 'payment_provider_error', '5'])
})

test('uses the portal configuration of the setup command, or the default of the account', async () => {
  expect(await portalConfiguration(stripe)()).toBe(configuration.id)
  await stripe.billingPortal.configurations.update(configuration.id, { active: false })
  expect(await portalConfiguration(stripe)()).toBeUndefined()
  await stripe.billingPortal.configurations.update(configuration.id, { active: true })
})
