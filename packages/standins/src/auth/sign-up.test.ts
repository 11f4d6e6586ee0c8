import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readMails } from '../mailbox/read-mails.ts'
import {
  advance,
  createConfirmedAccount,
  follow,
  newAddress,
  newClient,
  newestLink,
  PASSWORD,
  SITE,
  setFault,
  startTestStandins,
} from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

const signUp = (email: string, password = PASSWORD) =>
  newClient(standins).auth.signUp({ email, password, options: { emailRedirectTo: `${SITE}/dashboard` } })

test('AUTH-14 a sign-up creates an unconfirmed account without a session, and mails a link to the dashboard', async () => {
  const email = newAddress()
  const { data, error } = await signUp(email.toUpperCase())
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email, aud: 'authenticated', role: 'authenticated', app_metadata: { provider: 'email' } })
  expect(data.user?.identities).toHaveLength(1)

  const [mail, ...others] = await readMails(standins.url, email)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ from: 'Vibe Coding Academy <hello@academy.test>', to: email, subject: 'Confirm your email address' })
  // As at the provider, a mail has an HTML body and no other.
  expect(mail?.text).toBe('')
  expect(mail?.html).toContain('Confirm email address')
  expect(mail?.links).toHaveLength(1)
  const link = new URL(mail?.links[0] ?? '')
  expect(link.origin + link.pathname).toBe(`${standins.url}/auth/v1/verify`)
  expect(Object.fromEntries(link.searchParams)).toMatchObject({ type: 'signup', redirect_to: `${SITE}/dashboard` })
})

test('the link in the mail signs in once, by the URL fragment', async () => {
  const email = newAddress()
  await signUp(email)
  const link = await newestLink(standins, email)
  expect((await fetch(link, { method: 'HEAD' })).ok).toBe(false)
  const { url, fragment } = await follow(link)
  expect(url).toBe(`${SITE}/dashboard`)
  expect(Object.fromEntries(fragment)).toMatchObject({ type: 'signup', token_type: 'bearer', expires_in: '3600' })

  const tokens = { access_token: fragment.get('access_token') ?? '', refresh_token: fragment.get('refresh_token') ?? '' }
  const { data } = await newClient(standins).auth.setSession(tokens)
  expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } })
  expect(data.user?.email_confirmed_at).toBeTruthy()

  const again = await follow(link)
  expect(again.url).toBe(`${SITE}/dashboard`)
  expect(Object.fromEntries(again.fragment)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  })
})

test('redirects only to the web app, by default to its start page', async () => {
  const email = newAddress()
  await newClient(standins).auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: 'https://evil.example/dashboard' } })
  const link = new URL(await newestLink(standins, email))
  expect(link.searchParams.get('redirect_to')).toBe(SITE)
  link.searchParams.set('redirect_to', `${SITE}.evil.example/`)
  expect((await follow(link.href)).url).toBe(`${SITE}/`)
})

test('AUTH-13 refuses passwords under 8 characters and very long ones with the reason', async () => {
  const { error } = await signUp(newAddress(), '1234567')
  expect(error).toMatchObject({
    status: 422,
    code: 'weak_password',
    message: 'Password should be at least 8 characters.',
    reasons: ['length'],
  })
  expect((await signUp(newAddress(), 'ü'.repeat(37))).error?.code).toBe('validation_failed')
  expect((await signUp(newAddress(), 'ü'.repeat(36))).error).toBeNull()
})

test('SIGNIN-12 accepts an internationalized domain in Punycode, and refuses it in Unicode', async () => {
  const email = newAddress().replace(/[^.]+$/, 'xn--p1ai')
  const { data, error } = await signUp(email.toUpperCase())
  expect([error, data.user?.email]).toEqual([null, email])
  expect(await readMails(standins.url, email)).toHaveLength(1)
  const refused = { status: 400, code: 'validation_failed', message: 'Unable to validate email address: invalid format' }
  for (const other of ['ada@пример.рф', 'jörg@example.com']) expect((await signUp(other)).error).toMatchObject(refused)
})

test('AUTH-12 refuses invalid addresses', async () => {
  expect((await signUp('not an address')).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'Unable to validate email address: invalid format',
  })
})

test('a sign-up with a confirmed address looks like any other, changes nothing and mails nothing', async () => {
  const { id, email } = await createConfirmedAccount(standins)
  const { data, error } = await signUp(email, 'quite another password')
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user?.id).not.toBe(id)
  expect(data.user?.identities).toEqual([])
  expect(await readMails(standins.url, email)).toEqual([])
  expect((await newClient(standins).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('a second sign-up before confirmation sends a new link at most once a minute, and keeps the first password', async () => {
  const email = newAddress()
  const first = await signUp(email)
  const soon = await signUp(email, 'quite another password')
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  expect(soon.error?.message).toMatch(/^For security purposes, you can only request this after 5\d seconds\.$/)

  const oldLink = await newestLink(standins, email)
  await advance(standins, 'auth', 61)
  const later = await signUp(email, 'quite another password')
  expect(later.data.user?.id).toBe(first.data.user?.id)
  expect((await follow(oldLink)).fragment.get('error_code')).toBe('otp_expired')
  expect((await follow(await newestLink(standins, email))).fragment.get('access_token')).toBeTruthy()
  expect((await newClient(standins).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('resend mails a new link once a minute, and does not reveal whether an account exists', async () => {
  const email = newAddress()
  const { auth } = newClient(standins)
  await signUp(email)
  expect((await auth.resend({ type: 'signup', email })).error?.code).toBe('over_email_send_rate_limit')
  await advance(standins, 'auth', 61)
  const again = await auth.resend({ type: 'signup', email, options: { emailRedirectTo: `${SITE}/dashboard` } })
  expect(again.error).toBeNull()
  expect(await readMails(standins.url, email)).toHaveLength(2)

  for (const address of [newAddress(), (await createConfirmedAccount(standins)).email]) {
    expect((await auth.resend({ type: 'signup', email: address })).error).toBeNull()
    expect(await readMails(standins.url, address)).toEqual([])
  }
})

test('a sign-up rolls back while the mail server fails, and works afterwards', async () => {
  const email = newAddress()
  await setFault(standins, { service: 'mailbox', kind: 'down', times: 1 })
  const { error } = await signUp(email)
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 500, message: 'Error sending confirmation email' })
  expect((await newClient(standins).auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  expect((await signUp(email)).error).toBeNull()
  expect(await readMails(standins.url, email)).toHaveLength(1)
})

test('a sign-up ends with 504 while the mail server is silent, and creates no account', async () => {
  const impatient = await startTestStandins({ limits: { auth: { requestMs: 1 } } })
  onTestFinished(impatient.stop)
  const email = newAddress()
  await setFault(impatient, { service: 'mailbox', kind: 'slow', delay_ms: 600_000, times: 1 })
  expect((await newClient(impatient).auth.signUp({ email, password: PASSWORD })).error).toMatchObject({
    status: 504,
    message: 'Processing this request timed out, please retry after a moment.',
  })
  expect((await newClient(impatient).auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
})
