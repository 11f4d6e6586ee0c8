import { expect, test } from 'vitest'
import { checkoutReturnUrls } from './checkout-return-urls.ts'

test('PAY-02 D-121 D-123 returns the current page with the outcome and the offer', () => {
  expect(checkoutReturnUrls('https://academy.test/courses/master-course?view=all#top', 'bundle')).toEqual({
    successUrl: 'https://academy.test/courses/master-course?view=all&checkout_success=bundle#top',
    cancelUrl: 'https://academy.test/courses/master-course?view=all&checkout_cancelled=bundle#top',
  })
})

test('SEAT-18 paid seats lead to the page of the team with the checkout, and a cancelled checkout back to the current page', () => {
  expect(checkoutReturnUrls('https://academy.test/settings?tab=pricing', 'seats')).toEqual({
    successUrl: 'https://academy.test/team?checkout={CHECKOUT_SESSION_ID}&checkout_success=seats',
    cancelUrl: 'https://academy.test/settings?tab=pricing&checkout_cancelled=seats',
  })
})

test('D-121 removes parameters of an earlier checkout', () => {
  expect(checkoutReturnUrls('https://academy.test/?checkout_cancelled=studio&checkout_success=bundle', 'master_course')).toEqual({
    successUrl: 'https://academy.test/?checkout_success=master_course',
    cancelUrl: 'https://academy.test/?checkout_cancelled=master_course',
  })
})
