import { expect, test } from 'vitest'
import { encodeToken } from '../testing/mock-auth-provider.ts'
import { isRecoverySession } from './recovery-session.ts'

const isRecovery = (...methods: string[]) =>
  isRecoverySession({ access_token: encodeToken({ amr: methods.map((method) => ({ method, timestamp: 1 })), name: 'Zoë ???>>>' }) })

test('SIGNIN-01 distinguishes sessions of email links from sessions of passwords', () => {
  expect(['otp', 'magiclink', 'recovery'].map((method) => isRecovery(method))).toEqual([true, true, true])
  expect(['password', 'oauth', 'token_refresh', 'email_change'].map((method) => isRecovery(method))).toEqual([false, false, false, false])
  expect(isRecovery('token_refresh', 'otp')).toBe(true)
})

test('requires the current password when the token cannot be read', () => {
  for (const access_token of [
    '',
    'opaque',
    'a.b.c',
    `a.${btoa('null')}.c`,
    encodeToken({}),
    encodeToken({ amr: 'otp' }),
    encodeToken({ amr: [null] }),
  ]) {
    expect(isRecoverySession({ access_token })).toBe(false)
  }
})
