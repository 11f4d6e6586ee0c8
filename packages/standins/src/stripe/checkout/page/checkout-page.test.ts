import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { startStripe } from '../../testing/start-stripe.ts'
import { addMonths } from '../../time/cycle.ts'
import { DAY_SECONDS } from '../../time/due.ts'

const stripe = await startStripe()
const priceOf = async (name: string, price: Omit<Stripe.PriceCreateParams, 'currency'>) =>
  (await stripe.client.prices.create({ product_data: { name }, currency: 'eur', ...price })).id
const course = await priceOf('Master <Course>', { unit_amount: 24900 })
const studio = await priceOf('Studio', { unit_amount: 1700, recurring: { interval: 'month' } })
afterAll(() => stripe.stop())

const urls = { success_url: 'http://localhost:3000/done?id={CHECKOUT_SESSION_ID}', cancel_url: 'http://localhost:3000/plans' }
const open = async (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const session = await stripe.client.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: course, quantity: 1 }],
    ...urls,
    ...more,
  })
  return { id: session.id, url: session.url ?? '' }
}
const retrieve = (id: string) => stripe.client.checkout.sessions.retrieve(id)

const GOOD = {
  email: 'ada@academy.test',
  payment_method: 'card',
  card: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ada',
  country: 'DE',
}
const look = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, html: await response.text() }
}
const send = async (url: string, fields: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

test('shows the items, the amounts due today and later, and a link back', async () => {
  const now = Math.floor(Date.now() / 1000)
  const inThreeMonths = addMonths(now, 3)
  const { url } = await open({
    mode: 'subscription',
    line_items: [
      { price: course, quantity: 1 },
      { price: studio, quantity: 1 },
    ],
    subscription_data: { trial_period_days: (inThreeMonths - now) / DAY_SECONDS },
  })
  const { html, status } = await look(url)
  expect(status).toBe(200)
  expect(html).toContain('Master &lt;Course&gt;')
  expect(html).toContain('3 months free, then €17 per month')
  expect(html).toContain('Pay €249.00')
  expect(html).toContain('href="http://localhost:3000/plans"')
  expect(html).not.toContain('<script')
})

test('a double click pays once, and both clicks redirect', async () => {
  const { id, url } = await open()
  const [first, second] = await Promise.all([send(url, GOOD), send(url, GOOD)])
  expect([first.status, second.status]).toEqual([303, 303])
  const { payment_intent } = await retrieve(id)
  expect((await stripe.client.charges.list({ payment_intent: String(payment_intent) })).data).toHaveLength(1)
})

test('a session that expires during a payment is paid or expired, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, url } = await open()
    const [paid] = await Promise.all([send(url, GOOD), stripe.client.checkout.sessions.expire(id).catch(() => undefined)])
    const { status, payment_status, payment_intent } = await retrieve(id)
    const charges = payment_intent === null ? [] : (await stripe.client.charges.list({ payment_intent: String(payment_intent) })).data
    if (status === 'complete') expect([paid.status, payment_status, charges.length]).toEqual([303, 'paid', 1])
    else expect([status, payment_status, charges.length, paid.html.includes('has expired')]).toEqual(['expired', 'unpaid', 0, true])
  }
})

test('reports errors by field, and keeps the other inputs', async () => {
  const { id, url } = await open()
  const submit = async (fields: Record<string, string>) => (await send(url, { ...GOOD, ...fields })).html
  for (const fields of [{ card: '' }, { card: '4111 1111 1111 1111' }]) expect(await submit(fields)).toContain('card number is invalid')
  expect(await submit({ expiry: '01/20' })).toContain('expiration date is invalid')
  expect(await submit({ cvc: '1' })).toContain('security code is invalid')
  const html = await submit({ email: 'no-address', country: '', name: 'Ada "Lovelace"' })
  expect(html).toContain('role="alert"')
  expect(html).toContain('value="Ada &quot;Lovelace&quot;"')
  expect(await retrieve(id)).toMatchObject({ status: 'open', payment_intent: null })
})

test("a card that requires authentication redirects to the bank's page", async () => {
  for (const mode of ['payment', 'subscription'] as const) {
    const { id, url } = await open({ mode, line_items: [{ price: mode === 'payment' ? course : studio, quantity: 1 }] })
    const card = { ...GOOD, card: '4000 0027 6000 3184' }
    const { location } = await send(url, card)
    expect(location).toBe(`/stripe/checkout/${id}/authenticate`)
    const page = `${stripe.url}${location}`
    expect((await look(page)).html).toContain('Complete authentication')
    expect((await send(page, { answer: 'fail' })).html).toContain('unable to authenticate')
    expect(await retrieve(id)).toMatchObject({ status: 'open' })
    await send(url, card)
    expect(await send(page, { answer: 'complete' })).toMatchObject({ status: 303, location: `http://localhost:3000/done?id=${id}` })
    expect(await retrieve(id)).toMatchObject({ payment_status: 'paid' })
  }
})

test('applies and removes a promotion code, and refuses an unknown one', async () => {
  const coupon = await stripe.client.coupons.create({ percent_off: 20 })
  await stripe.client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'FIFTH' })
  const { url } = await open({ allow_promotion_codes: true })
  expect((await send(`${url}/promotion`, { code: 'none' })).html).toContain('This code is invalid.')
  expect((await send(`${url}/promotion`, { code: ' fifth ' })).status).toBe(303)
  expect((await look(url)).html).toContain('Pay €199.20')
  await send(`${url}/promotion/remove`, {})
  expect((await look(url)).html).toContain('Pay €249.00')
  const without = await open()
  expect((await look(without.url)).html).not.toContain('Promotion code')
  await send(`${without.url}/promotion`, { code: 'FIFTH' })
  expect(await retrieve(without.id)).toMatchObject({ amount_total: 24900 })
})

test('has no payment fields if nothing is due', async () => {
  const coupon = await stripe.client.coupons.create({ percent_off: 100 })
  await stripe.client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'ALL' })
  const { id, url } = await open({ allow_promotion_codes: true })
  await send(`${url}/promotion`, { code: 'ALL' })
  expect((await look(url)).html).not.toContain('Card number')
  expect((await send(url, { email: 'ada@academy.test', name: 'Ada', country: 'DE' })).status).toBe(303)
  expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' })
  const line_items = [{ price: studio, quantity: 1 }]
  const trial = await open({ mode: 'subscription', line_items, subscription_data: { trial_period_days: 7 } })
  expect((await send(trial.url, { ...GOOD, card: '' })).html).toContain('Your card number is invalid.')
})

test('shows that a session has expired or does not exist, and charges nothing', async () => {
  const { id, url } = await open()
  await stripe.clock.advance(25 * 3600, 'stripe')
  const late = await send(url, GOOD)
  await stripe.clock.reset()
  expect(late.html).toContain('This checkout has expired')
  expect(await retrieve(id)).toMatchObject({ status: 'expired' })
  expect((await stripe.client.events.list({ types: ['checkout.session.expired'] })).data[0]?.data.object).toMatchObject({ id })
  expect((await look(`${stripe.url}/stripe/checkout/cs_test_none`)).status).toBe(404)
})

test('serves the receipt of a charge and its invoice', async () => {
  const paid = await stripe.client.paymentIntents.create({
    amount: 500,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    expand: ['latest_charge'],
  })
  const charge = paid.latest_charge
  const receipt = typeof charge === 'object' ? (charge?.receipt_url ?? '') : ''
  const { html } = await look(receipt)
  for (const text of ['Receipt', '€5.00']) expect(html).toContain(text)
  const { id } = await open({ invoice_creation: { enabled: true } })
  await stripe.control('POST', `/checkout/${id}/pay`, {})
  const { invoice } = await stripe.client.checkout.sessions.retrieve(id, { expand: ['invoice'] })
  const page = await look((typeof invoice === 'object' && invoice?.hosted_invoice_url) || '')
  for (const text of ['Invoice', '(paid)', '€249.00']) expect(page.html).toContain(text)
  expect((await look(`${stripe.url}/stripe/invoices/in_none`)).status).toBe(404)
})
