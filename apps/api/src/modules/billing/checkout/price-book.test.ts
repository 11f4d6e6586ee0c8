import { OFFERS, PRICES } from '@academy/catalog'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { priceProblem } from './price-book.ts'

const course: Pick<Stripe.Price, 'active' | 'currency' | 'unit_amount' | 'recurring' | 'tax_behavior'> = {
  active: true,
  currency: 'eur',
  unit_amount: OFFERS.master_course.amounts.eur,
  recurring: null,
  tax_behavior: 'inclusive',
}
const fault = (changes: Partial<typeof course>, automaticTax = false) =>
  priceProblem(
    { ...course, ...changes } as Stripe.Price,
    { key: 'master_course_eur', offer: 'master_course', currency: 'eur', amount: OFFERS.master_course.amounts.eur },
    { automaticTax },
  )

test.each(PRICES)('PRICE-07 D-118 accepts the price $key that the pages show', (wanted) => {
  const recurring = OFFERS[wanted.offer].kind === 'monthly' ? { interval: 'month', interval_count: 1 } : null
  const price = { ...course, currency: wanted.currency, unit_amount: wanted.amount, recurring } as Stripe.Price
  expect(priceProblem(price, wanted, { automaticTax: true })).toBeUndefined()
})

test('PRICE-07 D-118 accepts only a price that charges the shown amount', () => {
  expect([fault({}), fault({ tax_behavior: 'unspecified' })]).toEqual([undefined, undefined])
  expect(fault({ active: false })).toBe('is archived')
  expect(fault({ currency: 'usd' })).toBe('is in usd, not in eur')
  expect(fault({ unit_amount: 1_00 })).toBe('is 100, but 25900 is shown')
  expect(fault({ tax_behavior: 'exclusive' })).toBe('has taxes added to what is shown')
})

test('D-155 accepts only tax-inclusive prices when Stripe adds taxes', () => {
  expect(fault({}, true)).toBeUndefined()
  expect(fault({ tax_behavior: 'unspecified' }, true)).toBe('does not say that taxes are part of what is shown')
  expect(fault({ tax_behavior: 'exclusive' }, true)).toBe('has taxes added to what is shown')
})
