import { afterAll, expect, test } from 'vitest'
import { refusal, startStripe } from '../testing/start-stripe.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())

test('creates and updates products, and emits events', async () => {
  const { products, prices, events } = stripe.client
  const course = await products.create({ name: 'Course', description: 'All of it', metadata: { offer: 'course', note: 'x' } })
  expect(course).toMatchObject({ object: 'product', active: true, description: 'All of it', livemode: false })
  const updatedCourse = await products.update(course.id, { active: false, metadata: { note: '' } })
  expect(updatedCourse).toMatchObject({ active: false, metadata: { offer: 'course' } })
  const [updated] = (await events.list({ types: ['product.updated'] })).data
  expect(updated).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    data: { object: { id: course.id, active: false } },
    livemode: false,
  })
  const price = await prices.create({ product: course.id, currency: 'eur', unit_amount: 4900 })
  expect(price).toMatchObject({ type: 'one_time', unit_amount: 4900, recurring: null })
  const other = await products.create({ id: 'named', name: 'Named' })
  expect(other.id).toBe('named')
  expect(await refusal(products.create({ id: 'named', name: 'Again' }))).toMatchObject({ code: 'resource_already_exists' })
})

test('finds a price by its lookup key, and transfers the key to another price', async () => {
  const { prices } = stripe.client
  const product_data = { name: 'Studio' }
  const recurring = { interval: 'month' } as const
  const first = await prices.create({ product_data, currency: 'EUR', unit_amount: 1700, recurring, lookup_key: 'studio_eur' })
  expect(first).toMatchObject({ currency: 'eur', type: 'recurring', recurring: { interval: 'month', interval_count: 1 } })
  const product = String(first.product)
  expect((await prices.list({ lookup_keys: ['nope'] })).data).toEqual([])
  expect((await prices.list({ lookup_keys: ['studio_eur', 'nope'] })).data.map(({ id }) => id)).toEqual([first.id])
  const taken = await refusal(prices.create({ product, currency: 'eur', unit_amount: 1900, recurring, lookup_key: 'studio_eur' }))
  expect(taken).toMatchObject({ param: 'lookup_key', message: `A price (\`${first.id}\`) already uses that lookup key.` })
  const second = await prices.create({
    product,
    currency: 'eur',
    unit_amount: 1900,
    recurring,
    lookup_key: 'studio_eur',
    transfer_lookup_key: true,
  })
  expect((await prices.retrieve(first.id)).lookup_key).toBeNull()
  const [found] = (await prices.list({ lookup_keys: ['studio_eur'], active: true, expand: ['data.product'] })).data
  expect(found).toMatchObject({ id: second.id, product: { object: 'product', name: 'Studio' } })
  await prices.update(second.id, { active: false })
  expect((await prices.list({ lookup_keys: ['studio_eur'], active: true })).data).toEqual([])
})

test('refuses a price without a product, or with an unknown product or currency', async () => {
  const { prices } = stripe.client
  expect(await refusal(prices.create({ currency: 'eur', unit_amount: 1 }))).toMatchObject({ param: 'product' })
  expect(await refusal(prices.create({ currency: 'eur', unit_amount: 1, product: 'prod_none' }))).toMatchObject({
    code: 'resource_missing',
    param: 'product',
    statusCode: 400,
  })
  const product_data = { name: 'A' }
  expect(await refusal(prices.create({ currency: 'abc', unit_amount: 1, product_data }))).toMatchObject({ param: 'currency' })
  expect(await refusal(prices.create({ currency: 'eur', unit_amount: -1, product_data }))).toMatchObject({ param: 'unit_amount' })
  expect(await refusal(prices.create({ currency: 'eur', product_data }))).toMatchObject({ code: 'parameter_missing', param: 'unit_amount' })
})

test('refuses to change tax_behavior once it is set', async () => {
  const { prices } = stripe.client
  const { id, tax_behavior } = await prices.create({ currency: 'eur', unit_amount: 100, product_data: { name: 'A' } })
  expect(tax_behavior).toBe('unspecified')
  expect(await prices.update(id, { tax_behavior: 'inclusive' })).toMatchObject({ tax_behavior: 'inclusive' })
  expect(await refusal(prices.update(id, { tax_behavior: 'exclusive' }))).toMatchObject({ param: 'tax_behavior' })
})

test('validates the discount of coupons, and compares promotion codes ignoring case', async () => {
  const { coupons, promotionCodes } = stripe.client
  expect(await refusal(coupons.create({}))).toMatchObject({ param: 'percent_off' })
  expect(await refusal(coupons.create({ amount_off: 500, currency: 'eur' }))).toMatchObject({ code: 'parameter_unknown' })
  expect(await refusal(coupons.create({ percent_off: 101 }))).toMatchObject({ param: 'percent_off' })
  const coupon = await coupons.create({ percent_off: 12.5 })
  expect(coupon).toMatchObject({ percent_off: 12.5, duration: 'once', valid: true, times_redeemed: 0 })
  const promotion = { type: 'coupon', coupon: coupon.id } as const
  const code = await promotionCodes.create({ promotion, code: 'EARLY', expand: ['promotion.coupon'] })
  expect(code).toMatchObject({ active: true, promotion: { coupon: { id: coupon.id, percent_off: 12.5 } } })
  expect(await refusal(promotionCodes.create({ promotion, code: 'early' }))).toMatchObject({ param: 'code' })
})
