import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, advance } = await startSellingAcademy()

/** Creates a promotion code with this discount on the first invoice. */
async function code(percent_off: number): Promise<string> {
  const { id } = await stripe.coupons.create({ percent_off, duration: 'once' })
  return (await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id } })).code
}

async function buysWith(percent: number, choice: object) {
  const ada = await buyer()
  const session = await ada.buys({ ...choice, allow_promotion_codes: true }, { promotion_code: await code(percent) })
  const customer = await ada.customer()
  const opens = async () => {
    await app.payments?.sync(customer)
    const { entitlements } = await ada.context()
    return [entitlements.master_course, entitlements.resources]
  }
  return { ada, session, customer, opens }
}

test.each([
  { choice: { masterCourse: true }, unlocked: [true, false] },
  { choice: { bundle: true }, unlocked: [true, true] },
  { choice: { numberOfPlans: 1 }, unlocked: [false, true] },
])('PAY-03 what a promotion code makes free is unlocked, and sold once: $choice', async ({ choice, unlocked }) => {
  const { ada, opens } = await buysWith(100, choice)
  expect(await opens()).toEqual(unlocked)
  expect((await ada.checkout(choice)).statusCode).toBe(409)
})

test('D-126 a refunded bundle at half price ends with its free Studio', async () => {
  const { customer, opens } = await buysWith(50, { bundle: true })
  const [charge] = (await stripe.charges.list({ customer })).data
  await stripe.refunds.create({ charge: charge?.id ?? '' })
  expect([charge?.amount, await opens()]).toEqual([124_50, [false, false]])
})

test('a refund ends only the refunded one of two purchases', async () => {
  const { ada, customer, opens } = await buysWith(10, { numberOfPlans: 1 })
  const session = await ada.buys({ masterCourse: true })
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
  await stripe.refunds.create({ payment_intent: String(payment_intent) })
  expect(await opens()).toEqual([false, true])
  expect((await stripe.charges.list({ customer })).data).toHaveLength(2)
})

test('D-126 a refunded offer can be bought again', async () => {
  const { ada, session, opens } = await buysWith(10, { masterCourse: true })
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
  await stripe.refunds.create({ payment_intent: String(payment_intent) })
  expect(await opens()).toEqual([false, false])
  expect((await ada.checkout({ masterCourse: true })).statusCode, 'it may be bought again').toBe(200)
})

test('recognizes a Studio that an operator created at Stripe by its price, and follows its end', async () => {
  const { customer, opens } = await buysWith(10, { masterCourse: true })
  const { data } = await stripe.prices.list({ lookup_keys: ['studio_eur'] })
  const studio = await stripe.subscriptions.create({ customer, items: [{ price: data[0]?.id ?? '' }], trial_period_days: 14 })
  expect(await opens()).toEqual([true, true])
  await stripe.subscriptions.cancel(studio.id)
  expect(await opens()).toEqual([true, false])
})

test('follows the end of a Studio that an operator created and moved to a price of its own', async () => {
  const { customer, opens } = await buysWith(10, { masterCourse: true })
  const { data } = await stripe.prices.list({ lookup_keys: ['studio_eur'] })
  const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price: data[0]?.id ?? '' }], trial_period_days: 14 })
  expect(await opens()).toEqual([true, true])
  const recurring = { interval: 'month' } as const
  const own = await stripe.prices.create({ currency: 'eur', unit_amount: 9_00, recurring, product_data: { name: 'Studio for a friend' } })
  await stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id ?? '', price: own.id }] })
  expect(await opens()).toEqual([true, true])
  await stripe.subscriptions.cancel(id)
  expect(await opens()).toEqual([true, false])
})

test('D-120 a free month of the Studio is followed by one that is charged', async () => {
  const { customer, opens } = await buysWith(100, { numberOfPlans: 1 })
  await advance(32)
  await expect.poll(async () => (await stripe.charges.list({ customer })).data.length).toBe(1)
  expect(await opens()).toEqual([false, true])
})
