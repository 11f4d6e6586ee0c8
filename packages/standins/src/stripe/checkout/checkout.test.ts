import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { startCheckouts } from '../testing/start-checkouts.ts'
import { refusal } from '../testing/start-stripe.ts'

const { stripe, prices, open, retrieve, pay, typesSince } = await startCheckouts()
afterAll(() => stripe.stop())

type Params = Stripe.Checkout.SessionCreateParams

test('returns the parameters of a checkout, and its line items on request', async () => {
  const customer = await stripe.client.customers.create({ email: 'ada@academy.test' })
  const session = await open({
    customer: customer.id,
    client_reference_id: 'account-1',
    metadata: { offer: 'course' },
    allow_promotion_codes: true,
    expand: ['line_items'],
  })
  expect(session).toMatchObject({
    object: 'checkout.session',
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: 4900,
    amount_total: 4900,
    currency: 'eur',
    customer: customer.id,
    client_reference_id: 'account-1',
    metadata: { offer: 'course' },
    payment_intent: null,
    livemode: false,
    url: `${stripe.url}/stripe/checkout/${session.id}`,
    line_items: { data: [{ description: 'Master Course', quantity: 1, amount_total: 4900, price: { id: prices.course } }] },
  })
  expect(await retrieve(session.id)).not.toHaveProperty('line_items')
  const { line_items } = await retrieve(session.id, ['line_items.data.price.product'])
  expect(line_items?.data).toMatchObject([{ price: { product: { name: 'Master Course' } } }])
})

test('a valid card completes the session and emits the events in order', async () => {
  const customer = await stripe.client.customers.create({ email: 'ada@academy.test' })
  const session = await open({ customer: customer.id, payment_intent_data: { metadata: { order: '9' } } })
  expect((await pay(session.id)).body).toMatchObject({ step: 'complete' })
  const done = await retrieve(session.id, ['payment_intent.latest_charge'])
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { email: 'ada@academy.test', name: 'Ada Buyer', address: { country: 'DE' } },
    payment_intent: { status: 'succeeded', customer: customer.id, metadata: { order: '9' }, latest_charge: { paid: true, amount: 4900 } },
  })
  expect(await typesSince('payment_intent.created')).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ])
  const { data } = await stripe.client.checkout.sessions.list({ customer: customer.id, status: 'complete' })
  expect(data.map(({ id }) => id)).toEqual([session.id])
})

test('a declined card leaves the session open for another card', async () => {
  const session = await open()
  expect(await pay(session.id, { card: '4000000000000002' })).toMatchObject({ status: 402 })
  expect(await retrieve(session.id)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
  expect(await typesSince('payment_intent.created')).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed'])
  expect((await pay(session.id)).status).toBe(200)
  const { payment_intent } = await retrieve(session.id)
  expect((await stripe.client.charges.list({ payment_intent: String(payment_intent) })).data.map(({ status }) => status)).toEqual([
    'succeeded',
    'failed',
  ])
})

test('a bank debit completes the session unpaid until the bank settles or refuses it', async () => {
  const [good, bad] = [await open(), await open()]
  for (const { id } of [good, bad]) {
    await pay(id, { bank: true })
    expect(await retrieve(id, ['payment_intent'])).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    })
  }
  const settle = async (id: string, outcome: string) =>
    stripe.control('POST', '/settle', { payment_intent: (await retrieve(id)).payment_intent, outcome })
  expect((await settle(good.id, 'succeeded')).body).toMatchObject({ status: 'succeeded' })
  expect(await retrieve(good.id)).toMatchObject({ payment_status: 'paid' })
  expect((await typesSince('charge.succeeded')).slice(0, 3)).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.async_payment_succeeded',
  ])
  await settle(bad.id, 'failed')
  expect(await retrieve(bad.id)).toMatchObject({ payment_status: 'unpaid', status: 'complete' })
  expect(await typesSince('charge.failed')).toEqual([
    'charge.failed',
    'payment_intent.payment_failed',
    'checkout.session.async_payment_failed',
  ])
  expect(await settle(bad.id, 'succeeded')).toMatchObject({ status: 400 })
})

test('refuses a code whose rest is less than the smallest payment', async () => {
  const coupon = await stripe.client.coupons.create({ percent_off: 99 })
  await stripe.client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'NEARLYALL' })
  const session = await open({ allow_promotion_codes: true })
  expect((await pay(session.id, { promotion_code: 'NEARLYALL' })).body).toMatchObject({
    error: { message: 'This code cannot be used: the rest would be less than the smallest payment.' },
  })
})

test('creates an invoice for a one-time purchase on request, and saves the address on the customer', async () => {
  const customer = await stripe.client.customers.create({ email: 'firm@academy.test' })
  const session = await open({
    customer: customer.id,
    customer_update: { name: 'auto', address: 'auto' },
    tax_id_collection: { enabled: true },
    automatic_tax: { enabled: true },
    invoice_creation: { enabled: true },
  })
  await pay(session.id)
  const done = await retrieve(session.id, ['invoice', 'customer'])
  expect(done).toMatchObject({
    invoice: { status: 'paid', amount_paid: 4900, customer: customer.id },
    customer: { name: 'Ada Buyer', address: { country: 'DE' } },
    automatic_tax: { enabled: true, status: 'complete' },
  })
})

test('expires a session on request, and then refuses to pay or expire it', async () => {
  const session = await open()
  expect(await stripe.client.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
  expect((await pay(session.id)).status).toBe(400)
  expect((await refusal(stripe.client.checkout.sessions.expire(session.id))).message).toContain('status in ["open"]')
  expect(await typesSince('checkout.session.expired')).toEqual(['checkout.session.expired'])
})

test('refuses parameters that contradict each other', async () => {
  const customer = await stripe.client.customers.create({ email: 'x@academy.test' })
  const refused = async (more: object) => {
    const { message, param, code } = await refusal(open(more as Partial<Params>))
    return { message, param, code }
  }
  const studio = [{ price: prices.studio, quantity: 1 }]
  expect(await refused({ adaptive_pricing: { enabled: true } })).toMatchObject({ param: 'adaptive_pricing[enabled]' })
  expect(await refused({ adaptive_pricing: { currency: 'chf' } })).toMatchObject({ code: 'parameter_unknown' })
  expect(await refused({ colour: 'red' })).toMatchObject({ code: 'parameter_unknown', param: 'colour' })
  expect(await refused({ line_items: [{ price: prices.course, quantity: 1, size: 'L' }] })).toMatchObject({
    message: 'Received unknown parameter: line_items[0][size]',
  })
  expect(await refused({ line_items: [{ price: 'price_none', quantity: 1 }] })).toMatchObject({
    code: 'resource_missing',
    param: 'line_items[0][price]',
    message: "No such price: 'price_none'",
  })
  expect((await refused({ line_items: studio })).message).toContain('passed a recurring price')
  expect((await refused({ mode: 'subscription' })).message).toContain('at least one recurring price')
  expect((await refused({ mode: 'subscription', line_items: [...studio, { price: prices.courseUsd, quantity: 1 }] })).message).toContain(
    'usd',
  )
  expect(await refused({ subscription_data: { trial_period_days: 7 } })).toMatchObject({ param: 'subscription_data' })
  expect((await refused({ customer: 'cus_none' })).code).toBe('resource_missing')
  expect((await refused({ customer: customer.id, customer_creation: 'always' })).code).toBe('parameters_exclusive')
  expect((await refused({ customer: customer.id, tax_id_collection: { enabled: true } })).message).toContain('customer_update[name]')
  expect((await refused({ customer: customer.id, automatic_tax: { enabled: true } })).code).toBe('customer_tax_location_invalid')
  expect((await refused({ expires_at: Math.floor(Date.now() / 1000) + 60 })).message).toContain('at least 30 minutes')
  expect((await refused({ success_url: 'nowhere' })).code).toBe('url_invalid')
})

test('a business enters name and tax id, which the customer and the invoice have; one without the other is refused', async () => {
  const customer = await stripe.client.customers.create({ email: 'firm@academy.test' })
  const collecting = {
    customer: customer.id,
    customer_update: { name: 'auto', address: 'auto' },
    tax_id_collection: { enabled: true },
    invoice_creation: { enabled: true },
  } as const
  const session = await open(collecting)
  expect(session.tax_id_collection).toEqual({ enabled: true, required: 'never' })
  const business = { business_name: 'Ada GmbH', tax_id: 'DE123456789' }
  const problemOf = async (fields: object) => ((await pay(session.id, fields)).body as { error: { message: string } }).error.message
  expect(await problemOf({ tax_id: business.tax_id })).toBe('Your business name is incomplete.')
  for (const tax_id of ['', 'nonsense', 'FR123456789']) expect(await problemOf({ ...business, tax_id })).toBe('Your tax ID is invalid.')
  await pay(session.id, business)
  const paid = await retrieve(session.id, ['invoice', 'customer'])
  const tax_ids = [{ type: 'eu_vat', value: 'DE123456789' }]
  expect(paid).toMatchObject({
    customer: { name: 'Ada GmbH' },
    customer_details: { name: 'Ada GmbH', business_name: 'Ada GmbH', tax_ids },
    invoice: { customer_name: 'Ada GmbH', customer_tax_ids: tax_ids },
  })
  const { invoice } = paid
  const page = await fetch((typeof invoice === 'object' && invoice?.hosted_invoice_url) || '')
  expect(await page.text()).toMatch(/Ada GmbH.*DE123456789.*1 × Master Course/s)
  // Without the setting nothing is collected.
  const plain = await open({ customer: customer.id, customer_update: { name: 'auto' } })
  await pay(plain.id, business)
  expect((await retrieve(plain.id)).customer_details).toMatchObject({ name: 'Ada Buyer', business_name: null, tax_ids: [] })
})

test('sells several at a price that only the checkout has, and bills them in one line', async () => {
  const { product } = await stripe.client.prices.retrieve(prices.course)
  const price_data = { currency: 'eur', product: String(product), unit_amount: 4165, tax_behavior: 'inclusive' as const }
  const session = await open({
    customer: (await stripe.client.customers.create({ email: 'team@academy.test' })).id,
    line_items: [{ price_data, quantity: 5 }],
    invoice_creation: { enabled: true },
    expand: ['line_items'],
  })
  expect(session.amount_total).toBe(20825)
  const [item] = session.line_items?.data ?? []
  expect(item).toMatchObject({ description: 'Master Course', quantity: 5, price: { active: false, unit_amount: 4165 } })
  expect((await pay(session.id)).body).toMatchObject({ step: 'complete' })
  const { invoice } = await retrieve(session.id, ['invoice'])
  expect(invoice).toMatchObject({ total: 20825, lines: { data: [{ quantity: 5, amount: 20825 }] } })
  const reuse = { line_items: [{ price: item?.price?.id ?? '', quantity: 1 }] }
  expect((await refusal(open(reuse))).message).toContain('inactive')
  const both = { line_items: [{ price: prices.course, price_data, quantity: 1 }] }
  expect((await refusal(open(both))).code).toBe('parameters_exclusive')
})
