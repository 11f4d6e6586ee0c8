import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { stripe, buyer, sessionOf } = await startSellingAcademy()

test('MONEY-09 reports a refusal by Stripe as a refusal, without Retry-After', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const customer = await ada.customer()
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const other = await stripe.prices.create({
    currency: 'eur',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'Newsletter' },
  })
  await stripe.subscriptions.create({ customer, items: [{ price: other.id }], default_payment_method: card.id })
  const response = await ada.checkout({ numberOfPlans: 1, currency: 'usd' })
  expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([502, 'payment_provider_error', undefined])
  expect(response.json().message).toBe('The payment provider refused this request. Nothing was charged. Please contact us.')
})

test('MONEY-10 return URLs are sent as they were parsed', async () => {
  const ada = await buyer()
  const response = await ada.checkout({
    masterCourse: true,
    successUrl: 'HTTP://LOCALHOST:3000/a/../dashboard?id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost:3000\\settings',
  })
  expect(response.statusCode, response.body).toBe(200)
  const session = await stripe.checkout.sessions.retrieve(sessionOf(response.json().url))
  expect([session.success_url, session.cancel_url]).toEqual([
    'http://localhost:3000/dashboard?id={CHECKOUT_SESSION_ID}',
    'http://localhost:3000/settings',
  ])
})
