import { expect, test } from 'vitest'
import { readLinkError } from './link-error.ts'

test('the provider’s reason is read from the hash of the page that a link led to', () => {
  expect(readLinkError('#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid')).toBe('Email link is invalid')
  expect(readLinkError('#error_code=otp_expired')).toBe('otp_expired')
})

test('other hashes hold none', () => {
  for (const hash of ['', '#', '#profile', '#access_token=x&type=signup']) expect(readLinkError(hash)).toBeUndefined()
})
