import { OFFERS, SEATS_CONSENT, seatPrice } from '@academy/catalog'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const academy = await startSellingAcademy()
const { app, stripe, buyer, sessionOf, control, settleDebits } = academy

const purchasesOf = (account_id: string) => app.sql<{ id: string; seats: number; amount: number }[]>`
  select id, seats, amount from purchases where account_id = ${account_id} order by amount`
const openSessions = async (customer: string) =>
  (await stripe.checkout.sessions.list({ customer, limit: 100 })).data.filter(({ status }) => status === 'open')

test.each([
  [2, 'eur'],
  [4, 'usd'],
  [5, 'eur'],
  [9, 'usd'],
  [10, 'eur'],
  [50, 'usd'],
] as const)('SEAT-11 sells %i seats in %s at the price of the catalog, and records how many', async (seats, currency) => {
  const ada = await buyer()
  const { url } = (await ada.checkout({ masterCourse: true, seats, currency })).json()
  const session = await stripe.checkout.sessions.retrieve(sessionOf(url), { expand: ['line_items.data.price.product'] })
  const [course] = (await stripe.prices.list({ lookup_keys: [`master_course_${currency}`] })).data
  expect(session.line_items?.data).toMatchObject([
    {
      quantity: seats,
      amount_total: seats * seatPrice('master_course', currency, seats),
      price: { product: { id: course?.product, name: OFFERS.master_course.title }, tax_behavior: 'inclusive', active: false },
    },
  ])
  expect(session.metadata).toMatchObject({ offer: 'master_course', price_id: course?.id, seats: String(seats) })
  expect(session.custom_text.submit?.message).toContain(`${seats} seats for others`)
  expect(session.invoice_creation?.enabled).toBe(true)
  await ada.pays(session.id)
  const { entitlements, prices, stripe_customer_id, processing_payments } = await ada.context()
  expect([entitlements.master_course, prices, stripe_customer_id, processing_payments]).toEqual([false, [], await ada.customer(), []])
  expect([...(await purchasesOf(ada.id))]).toEqual([{ id: session.id, seats, amount: session.amount_total }])
})

test.each([1, 0, -2, 51, 2.5, '5', null])('SEAT-11 refuses %o seats with the field, and creates nothing', async (seats) => {
  const ada = await buyer()
  const response = await ada.checkout({ masterCourse: true, seats })
  const message = 'seats must be a whole number from 2 to 50, or left out.'
  expect([response.statusCode, response.json().code, response.json().fields]).toEqual([400, 'invalid_request', { seats: message }])
  expect(await ada.customer()).toBe('')
})

test.each([{ bundle: true }, { numberOfPlans: 1 }])('SEAT-11 sells no seats of %o', async (offer) => {
  const ada = await buyer()
  const response = await ada.checkout({ ...offer, seats: 5 })
  expect([response.statusCode, response.json().fields]).toEqual([
    400,
    { seats: 'Seats are sold of a course alone, not of the bundle or the Studio.' },
  ])
  expect(await ada.customer()).toBe('')
})

test('SEAT-11 an owner of the course buys seats, more than once, and a buyer of seats buys the course and the bundle', async () => {
  const [ada, bob] = [await buyer(), await buyer()]
  await ada.buys({ masterCourse: true })
  await ada.buysSeats(2)
  await ada.buysSeats(5)
  expect((await purchasesOf(ada.id)).map(({ seats }) => seats).sort()).toEqual([0, 2, 5])
  const problems = await app.sql`select session_id from checkouts where problem is not null and account_id = ${ada.id}`
  expect([...problems]).toEqual([])
  expect((await ada.context()).entitlements.master_course).toBe(true)
  await bob.buysSeats(3)
  expect((await bob.checkout({ bundle: true })).statusCode).toBe(200)
  await bob.buys({ masterCourse: true })
  expect((await bob.context()).entitlements.master_course).toBe(true)
})

test('SEAT-12 an account has one open checkout, for oneself or for seats, and repeats only the same number of seats', async () => {
  const ada = await buyer()
  const urlOf = async (more: object) => (await ada.checkout({ masterCourse: true, ...more })).json().url
  const own = await urlOf({})
  const five = await urlOf({ seats: 5 })
  expect(five).not.toBe(own)
  expect(await urlOf({ seats: 5 })).toBe(five)
  const six = await urlOf({ seats: 6 })
  expect(six).not.toBe(five)
  expect((await openSessions(await ada.customer())).map(({ url }) => url)).toEqual([six])
  const again = await urlOf({})
  expect((await openSessions(await ada.customer())).map(({ url }) => url)).toEqual([again])
})

test('SEAT-12 while the bank debit of seats is processing the context says so, and nothing else is sold', async () => {
  const ada = await buyer()
  await ada.buysSeats(2, { bank: true })
  expect((await ada.context()).processing_payments).toEqual(['seats'])
  const refused = await ada.checkout({ masterCourse: true })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'already_purchased'])
  await settleDebits(await ada.customer(), 'succeeded')
  await app.payments?.sync(await ada.customer())
  expect((await ada.context()).processing_payments).toEqual([])
  expect((await purchasesOf(ada.id)).map(({ seats }) => seats)).toEqual([2])
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(200)
})

test('SEAT-11 a promotion code takes its percentage off the seats as well', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
  await stripe.promotionCodes.create({ code: 'TEAMHALF', promotion: { type: 'coupon', coupon: coupon.id } })
  const ada = await buyer()
  await ada.buysSeats(4, { promotion_code: 'TEAMHALF' })
  expect((await purchasesOf(ada.id))[0]).toMatchObject({ seats: 4, amount: 2 * seatPrice('master_course', 'eur', 4) })
})

test('SEAT-11 sells no seats of a course before it opens for everyone, not even to a subscriber who may have it early', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  await ada.context()
  const early = { opens_on: '2999-01-01', studio_opens_on: '2020-01-01' }
  const outlineCourses = new Map([['master-course', { product: 'master_course', ...early }]])
  const published = await app.courses.current()
  const opening = vi.spyOn(app.courses, 'current').mockResolvedValue({ ...published, outlineCourses } as unknown as typeof published)
  onTestFinished(() => opening.mockRestore())
  const refused = await ada.checkout({ masterCourse: true, seats: 2 })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_on_offer'])
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(200)
})

test('SEAT-11 opens a new checkout after the product of the cached price was archived', async () => {
  const ada = await buyer()
  await ada.checkout({ masterCourse: true, seats: 2 })
  const [old] = (await stripe.prices.list({ lookup_keys: ['master_course_eur'] })).data
  if (!old) throw new Error('The course has no price.')
  await stripe.prices.create({
    currency: 'eur',
    unit_amount: OFFERS.master_course.amounts.eur,
    lookup_key: 'master_course_eur',
    transfer_lookup_key: true,
    tax_behavior: 'inclusive',
    product_data: { name: OFFERS.master_course.title },
  })
  await stripe.products.update(String(old.product), { active: false })
  expect((await ada.checkout({ masterCourse: true, seats: 3 })).statusCode).toBe(200)
})

test('SEAT-13 the buyer of seats accepts a text of its own, which names the seats', async () => {
  const asking = await academy.another({ VITE_WITHDRAWAL_URL: 'https://seller.example/withdrawal' })
  onTestFinished(() => asking.close())
  const ada = await buyer()
  const begin = (access_consent?: string) =>
    asking.inject({
      method: 'POST',
      url: '/api/payments/create-checkout-session',
      headers: ada.headers,
      payload: {
        masterCourse: true,
        seats: 2,
        currency: 'eur',
        successUrl: 'http://localhost:3000/',
        cancelUrl: 'http://localhost:3000/',
        access_consent,
      },
    })
  for (const wrong of [undefined, '2026-11-23', 'seats-2020-01-01']) {
    const refused = await begin(wrong)
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['access_consent']])
  }
  expect((await begin(SEATS_CONSENT.version)).statusCode).toBe(200)
  const consents = await app.sql`select offer, text_version, text from access_consents where account_id = ${ada.id}`
  expect([...consents]).toEqual([{ offer: 'master_course', text_version: SEATS_CONSENT.version, text: SEATS_CONSENT.text }])
})

test('SEAT-12 the buyer keeps the price of an open checkout, and a customer read again from Stripe has its seats', async () => {
  const ada = await buyer()
  const session = sessionOf((await ada.checkout({ masterCourse: true, seats: 5 })).json().url)
  // A restored database does not know the checkout.
  await app.sql`delete from checkouts where session_id = ${session}`
  await control(`/stripe/control/checkout/${session}/pay`, {})
  await app.payments?.sync(await ada.customer())
  expect([...(await app.sql`select seats, status from checkouts where session_id = ${session}`)]).toEqual([{ seats: 5, status: 'paid' }])
  expect((await purchasesOf(ada.id)).map(({ seats }) => seats)).toEqual([5])
})
