import { expect, test } from 'vitest'
import { parseAuthRedirect } from './auth-redirect.ts'

test('SIGNIN-06 recognizes a refused link and drops its message', () => {
  for (const hash of ['#error=access_denied&error_code=otp_expired&error_description=Call+us', '#error_code=x', '#error_description=x']) {
    expect(parseAuthRedirect(hash)).toEqual({ linkRefused: true })
  }
})

test('MAIL-04 returns a session in the hash as a link, whatever its type', () => {
  expect(parseAuthRedirect('#access_token=x&refresh_token=y&type=signup&sb=')).toEqual({
    link: { type: 'signup', accessToken: 'x', refreshToken: 'y' },
  })
  for (const hash of ['#access_token=x&refresh_token=y', '#access_token=x&refresh_token=y&type=invented']) {
    expect(parseAuthRedirect(hash)).toEqual({ link: { type: 'magiclink', accessToken: 'x', refreshToken: 'y' } })
  }
})

test('MAIL-01 reads token and account of a link from our emails', () => {
  expect(parseAuthRedirect('#type=recovery&token_hash=h&email=ada%2Bx%40example.com')).toEqual({
    link: { type: 'recovery', tokenHash: 'h', email: 'ada+x@example.com' },
  })
  expect(parseAuthRedirect('#type=email_change&token_hash=h&email=a%40b.example&new_email=c%40d.example')).toEqual({
    link: { type: 'email_change', tokenHash: 'h', email: 'a@b.example', newEmail: 'c@d.example' },
  })
  expect(parseAuthRedirect('#type=invented&token_hash=h&email=a')).toEqual({})
})

test('MAIL-07 recognizes the provider’s redirect after the first of two links and drops its message', () => {
  expect(parseAuthRedirect('#message=Anything+at+all&sb=')).toEqual({ isFirstOfTwo: true })
  expect(parseAuthRedirect('#message=Anything')).toEqual({})
})

test('ignores other hashes', () => {
  for (const hash of ['', '#', '#profile', '#terror=1']) expect(parseAuthRedirect(hash)).toEqual({})
})
