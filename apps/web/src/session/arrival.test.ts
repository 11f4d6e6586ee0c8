import { expect, test } from 'vitest'
import { readArrival } from './arrival.ts'

test('the provider’s reason is read from the hash of the page that a link led to', () => {
  const refused = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid'
  expect(readArrival(refused)).toEqual({ linkError: 'Email link is invalid' })
  expect(readArrival('#error_code=otp_expired')).toEqual({ linkError: 'otp_expired' })
})

test('AUTH-26 a session in the hash is left for the provider’s client to read', () => {
  expect(readArrival('#access_token=x&type=signup')).toEqual({ tokens: '#access_token=x&type=signup' })
})

test('other hashes are none of its business', () => {
  for (const hash of ['', '#', '#profile', '#terror=1']) expect(readArrival(hash)).toEqual({})
})
