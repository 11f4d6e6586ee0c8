import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { refusal, startStripe } from '../testing/start-stripe.ts'
import { advanceDays, createCustomerWithCard, createPrices, latestInvoice } from '../testing/subscriber.ts'

const stripe = await startStripe()
const { client } = stripe
const prices = await createPrices(client)
afterAll(() => stripe.stop())

const subscribe = (customer: Stripe.Customer, more: Stripe.SubscriptionCreateParams = {}) =>
  client.subscriptions.create({ customer: customer.id, items: [{ price: prices.studio.id }], ...more })

test('finds the payment of an invoice', async () => {
  const { id } = await subscribe(await createCustomerWithCard(client))
  const { latest_invoice } = await client.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] })
  const invoice = latest_invoice as Stripe.Invoice
  const intent = invoice.payments?.data[0]?.payment.payment_intent
  expect(intent).toMatch(/^pi_/)
  const { data } = await client.invoicePayments.list({ invoice: invoice.id })
  expect(data).toMatchObject([{ payment: { payment_intent: intent }, status: 'paid', amount_paid: 1900, is_default: true }])
})

test('applies a one-time coupon to the first invoice, and a permanent one to all', async () => {
  const buyWith = async (duration: 'once' | 'forever') => {
    const coupon = await client.coupons.create({ percent_off: 50, duration })
    await client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: duration })
    const { id } = await client.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: prices.studio.id, quantity: 1 }],
      allow_promotion_codes: true,
      success_url: 'http://localhost:3000/',
    })
    await stripe.control('POST', `/checkout/${id}/pay`, { promotion_code: duration })
    return String((await client.checkout.sessions.retrieve(id)).subscription)
  }
  const [once, forever] = [await buyWith('once'), await buyWith('forever')]
  for (const id of [once, forever]) expect(await latestInvoice(client, id)).toMatchObject({ subtotal: 1900, total: 950, amount_paid: 950 })
  await advanceDays(stripe, 32)
  expect(await latestInvoice(client, once)).toMatchObject({ total: 1900, status: 'paid' })
  expect(await latestInvoice(client, forever)).toMatchObject({ total: 950, status: 'paid' })
  expect((await client.subscriptions.retrieve(once)).discounts).toEqual([])
})

test('voids open invoices, but not paid ones', async () => {
  const customer = await createCustomerWithCard(client, 'chargeDeclined')
  const open = await latestInvoice(client, (await subscribe(customer)).id)
  expect(await client.invoices.voidInvoice(open.id)).toMatchObject({ status: 'void' })
  expect(await refusal(client.invoices.pay(open.id))).toMatchObject({ statusCode: 400 })
  const paid = await latestInvoice(client, (await subscribe(await createCustomerWithCard(client))).id)
  expect(await refusal(client.invoices.voidInvoice(paid.id))).toMatchObject({ code: 'status_transition_invalid' })
})

test('collects a renewal that was finalized early, unless auto_advance is false', async () => {
  const finalized = async (more: object) => {
    const customer = await createCustomerWithCard(client)
    const { id } = await subscribe(customer, { trial_period_days: 1 })
    await stripe.clock.advance(86_400 + 60, 'stripe')
    const draft = await latestInvoice(client, id)
    expect(draft.status).toBe('draft')
    await client.invoices.finalizeInvoice(draft.id, more)
    await advanceDays(stripe, 2)
    return client.invoices.retrieve(draft.id)
  }
  expect(await finalized({})).toMatchObject({ status: 'paid', amount_paid: 1900 })
  expect(await finalized({ auto_advance: true })).toMatchObject({ status: 'paid' })
  expect(await finalized({ auto_advance: false })).toMatchObject({ status: 'open', auto_advance: false, amount_paid: 0 })
})

test('refuses unknown parameters, and prices of another type or currency', async () => {
  const customer = await createCustomerWithCard(client)
  const wrong = { customer: customer.id, items: [{ price: prices.studio.id }], colour: 'red' } as Stripe.SubscriptionCreateParams
  expect(await refusal(client.subscriptions.create(wrong))).toMatchObject({ code: 'parameter_unknown', param: 'colour' })
  const oneOff = client.subscriptions.create({ customer: customer.id, items: [{ price: prices.course.id }] })
  expect(await refusal(oneOff)).toMatchObject({ param: 'items[0][price]' })
  await subscribe(customer)
  const dollars = await createPrices(client, 'usd')
  const mixed = client.subscriptions.create({ customer: customer.id, items: [{ price: dollars.studio.id }] })
  expect((await refusal(mixed)).message).toContain('You cannot combine currencies on a single customer')
})

test('marks an invoice as paid outside Stripe without a charge, and shows the amount on request', async () => {
  const customer = await createCustomerWithCard(client, 'chargeDeclined')
  const { id } = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.studio.id }],
    payment_behavior: 'allow_incomplete',
  })
  const open = await latestInvoice(client, id)
  const before = (await client.charges.list({ customer: customer.id })).data.length
  const paid = await client.invoices.pay(open.id, { paid_out_of_band: true, expand: ['amount_paid_off_stripe'] })
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 1900, amount_remaining: 0, amount_paid_off_stripe: 1900 })
  expect((await client.charges.list({ customer: customer.id })).data).toHaveLength(before)
  expect((await client.invoicePayments.list({ invoice: open.id })).data).toMatchObject([{ status: 'canceled', amount_paid: null }])
  expect(await client.invoices.retrieve(open.id)).not.toHaveProperty('amount_paid_off_stripe')
  const [event] = (await client.events.list({ types: ['invoice.paid'], limit: 1 })).data
  expect(event?.data.object).not.toHaveProperty('amount_paid_off_stripe')
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
})

test('shows no amount paid outside Stripe for an invoice that Stripe collected', async () => {
  const customer = await createCustomerWithCard(client, 'visa')
  const { id } = await client.subscriptions.create({ customer: customer.id, items: [{ price: prices.studio.id }] })
  const invoice = await latestInvoice(client, id)
  expect(await client.invoices.retrieve(invoice.id, { expand: ['amount_paid_off_stripe'] })).toMatchObject({ amount_paid_off_stripe: 0 })
})
