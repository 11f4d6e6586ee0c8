import { ACCESS_CONSENT, CURRENCIES, SEATS_CONSENT } from '@academy/catalog'
import { expect, test } from 'vitest'
import { checkoutInput, consentMissing } from './billing.ts'

const urls = { successUrl: 'https://academy.test/dashboard?checkout_success=bundle', cancelUrl: 'https://academy.test/dashboard' }
const parse = (changes: object) => checkoutInput.safeParse({ currency: 'eur', ...urls, ...changes })
const reasons = (changes: object) => parse(changes).error?.issues.map(({ message }) => message)

test.each([{ bundle: true }, { masterCourse: true }, { numberOfPlans: 1 }])('PAY-01 PAY-03 D-117 %o alone is a purchase', (choice) => {
  expect(parse(choice).data).toEqual({ ...choice, currency: 'eur', ...urls, allow_promotion_codes: true })
})

test.each([{}, { bundle: true, masterCourse: true }, { masterCourse: true, numberOfPlans: 1 }])(
  'PAY-01 D-117 %o does not name exactly one offer',
  (choice) => {
    expect(reasons(choice)).toEqual([expect.stringMatching(/^Choose exactly one of bundle, masterCourse\b.* and numberOfPlans\.$/)])
  },
)

test.each([
  [{ bundle: false }, 'bundle must be true, or left out.'],
  [{ masterCourse: 1 }, 'masterCourse must be true, or left out.'],
  [{ numberOfPlans: 2 }, 'numberOfPlans must be 1, or left out.'],
  [{ numberOfPlans: '1' }, 'numberOfPlans must be 1, or left out.'],
  [{ bundle: true, currency: 'xyz' }, `currency must be one of ${CURRENCIES.join(', ')}.`],
  [{ bundle: true, currency: undefined }, `currency must be one of ${CURRENCIES.join(', ')}.`],
  [{ bundle: true, successUrl: '/dashboard' }, 'successUrl must be a web address.'],
  [{ bundle: true, cancelUrl: 'javascript:alert(1)' }, 'cancelUrl must be a web address.'],
])('PAY-01 PAY-02 D-117 refuses %o with a message that says what to do', (changes, reason) => {
  expect(reasons(changes)).toContain(reason)
})

test('SEAT-11 SEAT-13 takes 2 to 50 seats of a course, with the consent to their own text', () => {
  const seats = { masterCourse: true, seats: 50 }
  expect(parse(seats).success).toBe(true)
  expect(parse({ ...seats, access_consent: SEATS_CONSENT.version }).success).toBe(true)
  expect(reasons({ ...seats, access_consent: ACCESS_CONSENT.version })).toEqual([consentMissing])
  expect(reasons({ masterCourse: true, access_consent: SEATS_CONSENT.version })).toEqual([consentMissing])
  for (const wrong of [1, 51, 2.5])
    expect(reasons({ ...seats, seats: wrong })).toEqual(['seats must be a whole number from 2 to 50, or left out.'])
  for (const offer of [{ bundle: true }, { numberOfPlans: 1 }])
    expect(reasons({ ...offer, seats: 2 })).toEqual(['Seats are sold of a course alone, not of the bundle or the Studio.'])
})

test('D-118 refuses an amount or a price from the client', () => {
  expect(parse({ bundle: true, amount: 1 }).success).toBe(false)
  expect(parse({ bundle: true, price_id: 'price_1' }).success).toBe(false)
})
