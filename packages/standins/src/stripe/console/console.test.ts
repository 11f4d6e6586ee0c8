import type Stripe from 'stripe'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startStripe } from '../testing/start-stripe.ts'
import { createCustomerWithCard, createPrices } from '../testing/subscriber.ts'

const stripe = await startStripe()
const { client } = stripe
const prices = await createPrices(client)
afterAll(() => stripe.stop())

const page = async (search = '') => (await fetch(`${stripe.url}/console/stripe?q=${encodeURIComponent(search)}`)).text()
async function submit(path: string, fields: Record<string, string>) {
  const response = await fetch(`${stripe.url}/console/stripe/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: response.status, html: await response.text() }
}
const subscribe = (customer: Stripe.Customer) =>
  client.subscriptions.create({ customer: customer.id, items: [{ price: prices.studio.id }], off_session: false })

async function buyer(email: string) {
  const customer = await createCustomerWithCard(client, 'visa', { email })
  const subscription = await subscribe(customer)
  const [charge] = (await client.charges.list({ customer: customer.id })).data
  return { customer, subscription, charge: charge?.id ?? '' }
}

test('shows customers with their subscriptions and charges, and searches them', async () => {
  await buyer('ada@academy.test')
  await buyer('bob@academy.test')
  const all = await page()
  for (const text of ['ada@academy.test', 'bob@academy.test', 'Vibe Coding Studio', 'active, until', '€19.00']) expect(all).toContain(text)
  const found = await page('ADA@')
  expect(found).toContain('ada@academy.test')
  expect(found).not.toContain('bob@academy.test')
  expect(await page('%')).toContain('No customers found.')
  expect(found).toContain('Vibe Coding Studio')
})

test('the buttons refund in part and in full', async () => {
  const { charge } = await buyer('refund@academy.test')
  expect((await submit('do', { action: 'refund', charge, amount: '5.50' })).html).toContain('€5.50 refunded')
  expect(await client.charges.retrieve(charge)).toMatchObject({ amount_refunded: 550, refunded: false })
  expect(await submit('do', { action: 'refund', charge, amount: '50' })).toMatchObject({ status: 400 })
  await submit('do', { action: 'refund', charge })
  expect(await client.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1900, refunded: true })
  const again = await submit('do', { action: 'refund', charge })
  expect(again.html).toContain('has already been refunded')
})

test('the buttons open a dispute and close it', async () => {
  const { charge } = await buyer('dispute@academy.test')
  await submit('do', { action: 'dispute', charge })
  const [dispute] = (await client.disputes.list({ charge })).data
  expect(await page('dispute@')).toContain('We lose')
  await submit('do', { action: 'close_dispute', dispute: dispute?.id ?? '', outcome: 'lost' })
  expect(await client.disputes.retrieve(dispute?.id ?? '')).toMatchObject({ status: 'lost' })
  const closed = await page('dispute@')
  expect(closed).toContain('dispute lost')
  expect(closed).not.toMatch(/We (win|lose)/)
})

test('the buttons settle or refuse a bank debit', async () => {
  const customer = await createCustomerWithCard(client, 'visa', { email: 'debit@academy.test' })
  const { id: price } = await client.prices.create({ currency: 'eur', unit_amount: 25900, product_data: { name: 'Course' } })
  const debit = async () => {
    const session = await client.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://academy.test/thanks',
    })
    await stripe.control('POST', `/checkout/${session.id}/pay`, { bank: true })
    const [intent] = (await client.paymentIntents.list({ customer: customer.id })).data
    return { session: session.id, intent: intent?.id ?? '' }
  }
  const [arrives, fails] = [await debit(), await debit()]
  expect(await page('debit@')).toContain('Settle the bank debit of €259.00')
  await submit('do', { action: 'settle', payment_intent: arrives.intent, outcome: 'succeeded' })
  await submit('do', { action: 'settle', payment_intent: fails.intent, outcome: 'failed' })
  expect(await client.checkout.sessions.retrieve(arrives.session)).toMatchObject({ payment_status: 'paid' })
  expect(await client.checkout.sessions.retrieve(fails.session)).toMatchObject({ payment_status: 'unpaid' })
  expect(await client.paymentIntents.retrieve(fails.intent)).toMatchObject({ status: 'requires_payment_method' })
  expect(await page('debit@')).not.toContain('Settle the bank debit')
  expect(await submit('do', { action: 'settle', payment_intent: arrives.intent, outcome: 'failed' })).toMatchObject({ status: 400 })
})

test('the next renewal fails on request', async () => {
  const { customer, subscription } = await buyer('fail@academy.test')
  await submit('do', { action: 'fail_charges', customer: customer.id, times: '1' })
  expect(await page('fail@')).toContain('The next renewal fails.')
  expect((await submit('clock', { days: '32' })).html).toContain('days ahead')
  expect(await client.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' })
  await submit('clock', { days: '3' })
  expect(await client.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
  expect(await submit('clock', { days: 'soon' })).toMatchObject({ status: 400 })
})

test('shows the active faults of the API and of webhooks', async () => {
  expect(await page()).toContain('No fault is active.')
  stripe.faults.set({ service: 'stripe', kind: 'webhook_drop', times: 2 })
  onTestFinished(() => stripe.faults.clear())
  expect(await page()).toContain('Active faults: webhook drop.')
})
