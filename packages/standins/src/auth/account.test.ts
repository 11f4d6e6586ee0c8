import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Standins } from '../start-standins.ts'
import {
  advance,
  confirmedAccount,
  follow,
  mailsTo,
  newAddress,
  newClient,
  newestLink,
  PASSWORD,
  SITE,
  signedIn,
  startTestStandins,
  suffer,
} from '../testing/standins.ts'

let standins: Standins
beforeAll(async () => {
  standins = await startTestStandins()
})
afterAll(() => standins.stop())

const askForReset = (email: string) => newClient(standins).auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset-password` })

test('AUTH-05 a forgotten password: a mail whose link signs in on /reset-password, once, for an hour', async () => {
  const { email } = await confirmedAccount(standins)
  expect((await askForReset(email)).error).toBeNull()
  const [mail] = await mailsTo(standins, email)
  expect(mail?.subject).toBe('Choose a new password')
  expect(mail?.text).toContain('one hour')

  const link = await newestLink(standins, email)
  const { address, fragment } = await follow(link)
  expect(address).toBe(`${SITE}/reset-password`)
  expect(fragment.get('type')).toBe('recovery')
  expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired')

  await advance(standins, 'auth', 61)
  await askForReset(email)
  await advance(standins, 'auth', 3601)
  expect((await follow(await newestLink(standins, email))).fragment.get('error_code')).toBe('otp_expired')
})

test('AUTH-24 the session of the link may set a new password; the old one stops working', async () => {
  const { email } = await confirmedAccount(standins)
  await askForReset(email)
  const { fragment } = await follow(await newestLink(standins, email))
  const { auth } = newClient(standins)
  await auth.setSession({ access_token: fragment.get('access_token') ?? '', refresh_token: fragment.get('refresh_token') ?? '' })
  expect((await auth.updateUser({ password: 'a brand new password' })).error).toBeNull()
  expect((await newClient(standins).auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  expect((await newClient(standins).auth.signInWithPassword({ email, password: 'a brand new password' })).error).toBeNull()
})

test('asking for a reset does not tell whether there is an account, and works once a minute', async () => {
  const nobody = newAddress()
  expect((await askForReset(nobody)).error).toBeNull()
  expect(await mailsTo(standins, nobody)).toEqual([])
  const { email } = await confirmedAccount(standins)
  await askForReset(email)
  expect((await askForReset(email)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
})

test('a reset link shows whose address it is, so it confirms the address as well', async () => {
  const email = newAddress()
  await newClient(standins).auth.signUp({ email, password: PASSWORD })
  await askForReset(email)
  await follow(await newestLink(standins, email))
  expect((await newClient(standins).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('with PKCE a reset link hands over a code, and a dead one its reason in the query as well', async () => {
  const { email } = await confirmedAccount(standins)
  const browser = newClient(standins, { pkce: true })
  await browser.auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset-password` })
  const link = await newestLink(standins, email)
  const { query } = await follow(link)
  expect((await browser.auth.exchangeCodeForSession(query.get('code') ?? '')).data.user?.email).toBe(email)
  expect((await follow(link)).query.get('error_code')).toBe('otp_expired')
})

test('a token can also be verified by the SDK, by its hash or together with the address', async () => {
  const { email } = await confirmedAccount(standins)
  const token = async () => new URL(await newestLink(standins, email)).searchParams.get('token') ?? ''
  const { auth } = newClient(standins)
  await askForReset(email)
  const wrongOwner = await auth.verifyOtp({ email: newAddress(), token: 'unknown', type: 'recovery' })
  expect(wrongOwner.error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
  expect((await auth.verifyOtp({ token_hash: await token(), type: 'recovery' })).data.user?.email).toBe(email)
  await advance(standins, 'auth', 61)
  await askForReset(email)
  expect((await auth.verifyOtp({ email, token: await token(), type: 'recovery' })).data.user?.email).toBe(email)
  expect((await auth.verifyOtp({ token_hash: await token(), type: 'recovery' })).error?.code).toBe('otp_expired')
})

test('a new password has to be new and good, and signs out everybody else', async () => {
  const { client, email } = await signedIn(standins)
  const elsewhere = newClient(standins)
  await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  })
  expect((await client.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password')
  expect((await client.auth.updateUser({ password: 'a brand new password' })).error).toBeNull()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await elsewhere.auth.getUser()).error).not.toBeNull()
})

test('own data can be changed, the address cannot', async () => {
  const { client } = await signedIn(standins)
  const { data } = await client.auth.updateUser({ data: { nickname: 'Ada', email_verified: true } })
  expect(data.user?.user_metadata).toMatchObject({ nickname: 'Ada' })
  expect((await client.auth.updateUser({ data: { nickname: null } })).data.user?.user_metadata).not.toHaveProperty('nickname')
  expect((await client.auth.updateUser({ email: newAddress() })).error?.code).toBe('email_provider_disabled')
})

test('while mail fails a reset fails as a whole, and can be asked for again at once', async () => {
  const { email } = await confirmedAccount(standins)
  await suffer(standins, { service: 'mailbox', kind: 'error', times: 1 })
  expect((await askForReset(email)).error).toMatchObject({ status: 500, message: 'Error sending recovery email' })
  expect((await askForReset(email)).error).toBeNull()
})
