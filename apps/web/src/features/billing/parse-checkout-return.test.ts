import { expect, test } from 'vitest'
import { parseCheckoutReturn } from './parse-checkout-return.ts'

const stripe = 'https://checkout.stripe.com/'

test.each([
  ['?checkout_success=bundle', '', { paid: true, offer: 'bundle', search: '' }],
  ['?tab=pricing&checkout_success=studio', '', { paid: true, offer: 'studio', search: '?tab=pricing' }],
  ['?checkout_success', stripe, { paid: true, offer: '', search: '' }],
])('PAY-08 PAY-10 %s is a payment, and is removed from the URL', (search, referrer, outcome) => {
  expect(parseCheckoutReturn(search, referrer, stripe)).toEqual(outcome)
})

test.each([stripe, `${stripe}c/pay/cs_test_1`])('PAY-09 treats the referrer %s as paid for any URL', (referrer) => {
  expect(parseCheckoutReturn('?view=all', referrer, stripe)).toEqual({ paid: true, offer: null, search: '?view=all' })
})

test.each([
  '',
  'https://billing.stripe.com/',
  'https://stripe.com/',
  'https://checkout.stripe.com.example.test/',
  'http://checkout.stripe.com/',
  'no URL',
])('PAY-09 who comes from "%s" has not been at the checkout', (referrer) => {
  expect(parseCheckoutReturn('', referrer, stripe)).toBeUndefined()
  expect(parseCheckoutReturn('?tab=pricing', referrer, stripe)).toBeUndefined()
})

test('D-121 reports a cancelled checkout as not paid and cleans the URL', () => {
  expect(parseCheckoutReturn('?checkout_cancelled=bundle&tab=pricing', stripe, stripe)).toEqual({
    paid: false,
    offer: null,
    search: '?tab=pricing',
  })
})

test('PAY-09 matches a checkout path on any host and no other pages', () => {
  const at = (referrer: string) => parseCheckoutReturn('', referrer, '/stripe/checkout/')?.paid
  expect(at('http://127.0.0.1:3002/stripe/checkout/cs_test_1')).toBe(true)
  expect([at('http://127.0.0.1:3002/'), at('http://127.0.0.1:3002/stripe/portal/bps_1')]).toEqual([undefined, undefined])
})
