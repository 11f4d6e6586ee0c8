import { CURRENCIES } from '@academy/catalog'
import { apiError } from '@academy/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'

const { app, signIn } = await buildTestApp()
const headers = await signIn()

const HOME = 'http://localhost:3000'
const urls = { successUrl: `${HOME}/dashboard?checkout_success=bundle`, cancelUrl: `${HOME}/dashboard?checkout_cancelled=1` }
const checkout = (payload: object) =>
  app.inject({ method: 'POST', url: '/api/payments/create-checkout-session', headers, payload: { currency: 'eur', ...urls, ...payload } })
const portal = (payload: object) => app.inject({ method: 'POST', url: '/api/payments/create-portal-session', headers, payload })

test.each([{ bundle: true }, { masterCourse: true }, { numberOfPlans: 1, currency: 'usd', allow_promotion_codes: true }])(
  'PAY-01 PAY-02 D-127 without a payment provider a purchase (%o) is answered as unavailable',
  async (choice) => {
    const response = await checkout(choice)
    expect(response.statusCode).toBe(503)
    expect(apiError.parse(response.json())).toMatchObject({
      code: 'payments_unavailable',
      error: 'Payments are not available at the moment. Nothing was charged.',
    })
  },
)

test('PAY-05 D-127 and so is the billing portal', async () => {
  const response = await portal({ customer: 'cus_1', returnUrl: `${HOME}/settings` })
  expect([response.statusCode, response.json().code]).toEqual([503, 'payments_unavailable'])
})

test.each([
  [{}, { bundle: expect.stringMatching(/^Choose exactly one of bundle, masterCourse\b/) }],
  [{ bundle: true, masterCourse: true }, { bundle: expect.stringMatching(/^Choose exactly one of bundle, masterCourse\b/) }],
  [{ numberOfPlans: 3 }, { numberOfPlans: 'numberOfPlans must be 1, or left out.' }],
  [{ bundle: true, currency: 'xyz' }, { currency: `currency must be one of ${CURRENCIES.join(', ')}.` }],
  [{ bundle: true, amount: 1 }, { amount: 'This field is not known here.' }],
])('PAY-01 D-117 D-118 refuses %o and names the field', async (choice, fields) => {
  const response = await checkout(choice)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_request', fields })
})

test.each([
  'https://elsewhere.example/dashboard',
  'http://localhost.elsewhere.example:3000/',
  'http://localhost:3000@elsewhere.example/',
  'https://localhost:3000/',
  'http://localhost:3001/',
  'http://elsewhere.example\\@localhost:3000/',
])('PAY-02 D-123 a checkout never returns to %s', async (url) => {
  const reason = (name: string) => `${name} must be an address of ${HOME}.`
  const bought = await checkout({ bundle: true, successUrl: url, cancelUrl: url })
  expect(bought.statusCode).toBe(400)
  expect(bought.json()).toMatchObject({
    error: reason('successUrl'),
    fields: { successUrl: reason('successUrl'), cancelUrl: reason('cancelUrl') },
  })
  const managed = await portal({ customer: 'cus_1', returnUrl: url })
  expect([managed.statusCode, managed.json().fields]).toEqual([400, { returnUrl: reason('returnUrl') }])
})

test('EDGE-11 limits how many refunds one account requests in a minute', async () => {
  const eve = await signIn()
  const request = () => app.inject({ method: 'POST', url: '/api/payments/refund', headers: eve, payload: { purchase_id: 'cs_1' } })
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1) statuses.push((await request()).statusCode)
  expect(statuses).toEqual([...Array(20).fill(404), 429])
})
