import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { startCheckouts } from '../testing/start-checkouts.ts'
import { refusal } from '../testing/start-stripe.ts'

const { stripe, prices, open, pay } = await startCheckouts()
afterAll(() => stripe.stop())

type Params = Stripe.Checkout.SessionCreateParams

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

test('refuses a checkout in another currency for a customer with a running subscription', async () => {
  const { id: customer } = await stripe.client.customers.create({ email: 'two@currencies.test' })
  const { id } = await open({ mode: 'subscription', customer, line_items: [{ price: prices.studio, quantity: 1 }] })
  await pay(id)
  const inDollars = open({ mode: 'subscription', customer, line_items: [{ price: prices.studioUsd, quantity: 1 }] })
  expect(await refusal(inDollars)).toMatchObject({ statusCode: 400, message: expect.stringContaining('You cannot combine currencies') })
})

test('refuses a code whose rest is less than the smallest payment', async () => {
  const coupon = await stripe.client.coupons.create({ percent_off: 99 })
  await stripe.client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'NEARLYALL' })
  const session = await open({ allow_promotion_codes: true })
  expect((await pay(session.id, { promotion_code: 'NEARLYALL' })).body).toMatchObject({
    error: { message: 'This code cannot be used: the rest would be less than the smallest payment.' },
  })
})
