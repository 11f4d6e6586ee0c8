import { OFFERS } from '@academy/catalog'
import { SITE } from '@academy/standins/testing/standins'
import { expect, onTestFinished, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { stripe, buyer, sessionOf, another } = await startSellingAcademy()

const HOUR_S = 3600
const statesOf = async (customer: string): Promise<Record<string, string | null>> =>
  Object.fromEntries((await stripe.checkout.sessions.list({ customer, limit: 100 })).data.map(({ id, status }) => [id, status]))

test('reuses an open checkout, and closes it before another purchase', async () => {
  const ada = await buyer()
  const first = (await ada.checkout({ masterCourse: true })).json().url
  expect((await ada.checkout({ masterCourse: true })).json().url).toBe(first)
  const second = (await ada.checkout({ masterCourse: true, currency: 'usd' })).json().url
  const third = (await ada.checkout({ bundle: true, currency: 'usd' })).json().url
  expect(await statesOf(await ada.customer())).toEqual({
    [sessionOf(first)]: 'expired',
    [sessionOf(second)]: 'expired',
    [sessionOf(third)]: 'open',
  })
})

test('D-118 closes an open checkout with an older price and opens a new one', async () => {
  const ada = await buyer()
  const before = sessionOf((await ada.checkout({ masterCourse: true })).json().url)
  // Simulates a deployment with a price that the setup command has just created.
  const { id: price } = await stripe.prices.create({
    currency: 'eur',
    unit_amount: OFFERS.master_course.amounts.eur,
    lookup_key: 'master_course_eur',
    transfer_lookup_key: true,
    tax_behavior: 'inclusive',
    product_data: { name: 'Master Course' },
  })
  const deployed = await another()
  onTestFinished(() => deployed.close())
  const payload = { masterCourse: true, currency: 'eur', successUrl: SITE, cancelUrl: SITE }
  const url = '/api/payments/create-checkout-session'
  const response = await deployed.inject({ method: 'POST', url, headers: ada.headers, payload })
  const now = await stripe.checkout.sessions.retrieve(sessionOf(response.json().url), { expand: ['line_items'] })
  expect(now.line_items?.data.map((line) => line.price?.id)).toEqual([price])
  expect(await statesOf(await ada.customer())).toEqual({ [before]: 'expired', [now.id]: 'open' })
})

test('D-123 PAY-02 PAY-03 does not reuse a checkout with other return URLs or without promotion codes', async () => {
  const ada = await buyer()
  const elsewhere = { successUrl: `${SITE}/library?checkout_success=studio`, cancelUrl: `${SITE}/library` }
  const open = async (more: object) => {
    const { url } = (await ada.checkout({ numberOfPlans: 1, ...more })).json()
    return await stripe.checkout.sessions.retrieve(sessionOf(url))
  }
  const first = await open({})
  const second = await open({ successUrl: elsewhere.successUrl })
  expect(second.success_url).toBe(elsewhere.successUrl)
  const third = await open(elsewhere)
  expect(third.cancel_url).toBe(elsewhere.cancelUrl)
  const fourth = await open({ ...elsewhere, allow_promotion_codes: false })
  expect([third.allow_promotion_codes, fourth.allow_promotion_codes]).toEqual([true, null])
  expect(await statesOf(await ada.customer())).toEqual({
    [first.id]: 'expired',
    [second.id]: 'expired',
    [third.id]: 'expired',
    [fourth.id]: 'open',
  })
})

test.each([
  ['does not reuse an open checkout that expires in less than an hour', 0.75, false],
  ['reuses an open checkout that expires in two hours', 2, true],
])('%s', async (_name, hours, isReused) => {
  const ada = await buyer()
  const first = await stripe.checkout.sessions.retrieve(sessionOf((await ada.checkout({ masterCourse: true })).json().url), {
    expand: ['line_items'],
  })
  await stripe.checkout.sessions.expire(first.id)
  const abandoned = await stripe.checkout.sessions.create({
    customer: await ada.customer(),
    mode: 'payment',
    line_items: [{ price: first.line_items?.data[0]?.price?.id ?? '', quantity: 1 }],
    success_url: first.success_url ?? '',
    expires_at: Math.floor(Date.now() / 1000) + hours * HOUR_S,
    metadata: first.metadata ?? {},
  })
  const next = sessionOf((await ada.checkout({ masterCourse: true })).json().url)
  expect(next === abandoned.id).toBe(isReused)
  expect(await statesOf(await ada.customer())).toEqual({ [first.id]: 'expired', [abandoned.id]: 'expired', [next]: 'open' })
})
