import { expect, test } from 'vitest'
import { checkoutReturnUrls } from './checkout-return-urls.ts'

test('PAY-02 D-121 D-123 returns the current page with the outcome and the offer', () => {
  expect(checkoutReturnUrls('https://academy.test/courses/master-course?view=all#top', 'bundle')).toEqual({
    successUrl: 'https://academy.test/courses/master-course?view=all&checkout_success=bundle#top',
    cancelUrl: 'https://academy.test/courses/master-course?view=all&checkout_cancelled=bundle#top',
  })
})

test('D-121 removes parameters of an earlier checkout', () => {
  expect(checkoutReturnUrls('https://academy.test/?checkout_cancelled=studio&checkout_success=bundle', 'master_course')).toEqual({
    successUrl: 'https://academy.test/?checkout_success=master_course',
    cancelUrl: 'https://academy.test/?checkout_cancelled=master_course',
  })
})
