import { expect, test } from 'vitest'
import { returnAddresses } from './return-addresses.ts'

test('PAY-02 D-121 D-123 the page itself, told what was bought or left', () => {
  expect(returnAddresses('https://academy.test/courses/master-course?view=all#top', 'bundle')).toEqual({
    successUrl: 'https://academy.test/courses/master-course?view=all&checkout_success=bundle#top',
    cancelUrl: 'https://academy.test/courses/master-course?view=all&checkout_cancelled=bundle#top',
  })
})

test('D-121 what an earlier checkout left in the address is not sent along', () => {
  expect(returnAddresses('https://academy.test/?checkout_cancelled=studio&checkout_success=bundle', 'master_course')).toEqual({
    successUrl: 'https://academy.test/?checkout_success=master_course',
    cancelUrl: 'https://academy.test/?checkout_cancelled=master_course',
  })
})
