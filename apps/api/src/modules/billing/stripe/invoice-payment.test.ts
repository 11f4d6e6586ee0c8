import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { readInvoicePayment } from './invoice-payment.ts'

// Only an open invoice needs a request.
const stripe = new Stripe('sk_test_unused')

const renewal = {
  billing_reason: 'subscription_cycle',
  collection_method: 'charge_automatically',
  attempt_count: 0,
  status: 'void',
} as const

const paymentOf = (changes: Partial<Stripe.Invoice>) =>
  readInvoicePayment(stripe, { latest_invoice: { ...renewal, ...changes } as Stripe.Invoice } as Stripe.Subscription)

test('R-09 only a renewal that the operator forgave before its first charge counts as paid', async () => {
  expect(await paymentOf({})).toBe('settled')
  expect(await paymentOf({ status: 'uncollectible' })).toBe('settled')
  expect(await paymentOf({ attempt_count: 1 }), 'the card was declined').toBe('failed')
  expect(await paymentOf({ billing_reason: 'subscription_create' }), 'nothing was ever paid').toBe('failed')
  expect(await paymentOf({ collection_method: 'send_invoice', status: 'uncollectible' }), 'a mailed invoice was not paid').toBe('failed')
})
