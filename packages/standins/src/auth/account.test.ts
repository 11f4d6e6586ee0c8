import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readMails } from '../mailbox/read-mails.ts'
import {
  advance,
  createConfirmedAccount,
  createSignedInClient,
  follow,
  newAddress,
  newClient,
  newestLink,
  newestTokenHash,
  PASSWORD,
  SITE,
  setFault,
  startTestStandins,
} from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

const askForReset = (email: string) => newClient(standins).auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset-password` })

test('AUTH-05 the link of a password reset signs in on /reset-password, once, within an hour', async () => {
  const { email } = await createConfirmedAccount(standins)
  expect((await askForReset(email)).error).toBeNull()
  const [mail] = await readMails(standins.url, email)
  expect(mail?.subject).toBe('Reset your password')

  const link = await newestLink(standins, email)
  const { url, fragment } = await follow(link)
  expect(url).toBe(`${SITE}/reset-password`)
  expect(fragment.get('type')).toBe('recovery')
  expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired')

  await advance(standins, 'auth', 61)
  await askForReset(email)
  await advance(standins, 'auth', 3601)
  expect((await follow(await newestLink(standins, email))).fragment.get('error_code')).toBe('otp_expired')
})

test('AUTH-24 the session of the link sets a new password, and the old one stops working', async () => {
  const { email } = await createConfirmedAccount(standins)
  await askForReset(email)
  const { fragment } = await follow(await newestLink(standins, email))
  const { auth } = newClient(standins)
  await auth.setSession({ access_token: fragment.get('access_token') ?? '', refresh_token: fragment.get('refresh_token') ?? '' })
  expect((await auth.updateUser({ password: 'a brand new password' })).error).toBeNull()
  expect((await newClient(standins).auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  expect((await newClient(standins).auth.signInWithPassword({ email, password: 'a brand new password' })).error).toBeNull()
})

test('a password reset does not reveal whether an account exists, and is limited to one a minute', async () => {
  const unknown = newAddress()
  expect((await askForReset(unknown)).error).toBeNull()
  expect(await readMails(standins.url, unknown)).toEqual([])
  const { email } = await createConfirmedAccount(standins)
  await askForReset(email)
  expect((await askForReset(email)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
})

test('the SDK verifies a token by the hash in the link, or by the code and the address', async () => {
  const { email } = await createConfirmedAccount(standins)
  const { auth } = newClient(standins)
  await askForReset(email)
  const token_hash = await newestTokenHash(standins, email)
  expect((await auth.verifyOtp({ token_hash: 'unknown', type: 'recovery' })).error).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'Email link is invalid or has expired',
  })
  expect((await auth.verifyOtp({ token_hash, type: 'signup' })).error?.code).toBe('otp_expired')
  // the hash does not work in place of the code
  expect((await auth.verifyOtp({ email, token: token_hash, type: 'recovery' })).error).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  })
  expect((await auth.verifyOtp({ token_hash, type: 'recovery' })).data.user?.email).toBe(email)
  expect((await auth.verifyOtp({ token_hash, type: 'recovery' })).error?.code).toBe('otp_expired')
})

test('a mailed code works once, with its own address and type, until the next mail', async () => {
  const site = createServer((_request, response) => response.end('{{ .Token }}'))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void site.close())
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const own = await startTestStandins({ siteUrl, mailTemplates: { confirmation: { subject: 'Confirm', body: '/mail' } } })
  onTestFinished(own.stop)
  const { auth } = newClient(own)
  const email = newAddress()
  const other = await createConfirmedAccount(own)
  const newestCode = async () => (await readMails(own.url, email))[0]?.html.trim() ?? ''
  await auth.signUp({ email, password: PASSWORD })
  const first = await newestCode()
  expect(first).toMatch(/^\d{10}$/)
  await advance(own, 'auth', 61)
  await auth.resend({ type: 'signup', email })
  const token = await newestCode()
  const verify = async (parameters: object) => {
    const headers = { apikey: own.anonKey }
    const body = JSON.stringify({ type: 'signup', email, token, ...parameters })
    const response = await fetch(`${own.url}/auth/v1/verify`, { method: 'POST', headers, body })
    return [response.status, ((await response.json()) as { msg?: string }).msg]
  }
  for (const wrong of [{ token: first }, { email: other.email }, { type: 'recovery' }, { type: 'unknown' }, { token: 'x' }]) {
    expect(await verify(wrong)).toEqual([403, 'Token has expired or is invalid'])
  }
  expect(await verify({ email: 'no address' })).toEqual([422, 'Invalid email format'])
  expect((await auth.verifyOtp({ email, token, type: 'signup' })).data.user?.email).toBe(email)
  expect(await verify({})).toEqual([403, 'Token has expired or is invalid'])
})

test('a change of address requires both links', async () => {
  const { client, email } = await createSignedInClient(standins)
  const newEmail = newAddress()
  const taken = await createConfirmedAccount(standins)
  expect((await client.auth.updateUser({ email: taken.email })).error).toMatchObject({ status: 422, code: 'email_exists' })
  const { data } = await client.auth.updateUser({ email: newEmail }, { emailRedirectTo: `${SITE}/dashboard` })
  expect(data.user).toMatchObject({ email, new_email: newEmail })

  const first = await newClient(standins).auth.verifyOtp({ token_hash: await newestTokenHash(standins, newEmail), type: 'email_change' })
  expect(first).toMatchObject({ data: { user: null, session: null }, error: null })
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  const second = await follow(await newestLink(standins, email))
  expect([second.url, second.fragment.get('type')]).toEqual([`${SITE}/dashboard`, 'email_change'])
  expect((await client.auth.getUser()).data.user?.email).toBe(newEmail)
})

test('the deployment’s templates replace the default mails, and escape values as the provider does', async () => {
  const site = createServer((request, response) => {
    const found = request.url === '/mails/recovery.html'
    response.writeHead(found ? 200 : 404).end('<a href="{{ .SiteURL }}/confirm#email={{ .Email | urlquery }}">for {{ .Email }}</a>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void site.close())
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const own = await startTestStandins({
    siteUrl,
    mailTemplates: { recovery: { subject: 'A subject of our own', body: '/mails/recovery.html' } },
  })
  onTestFinished(own.stop)
  const email = `o'neil+x-${newAddress()}`
  const { auth } = newClient(own)
  await newClient(own, { key: own.serviceRoleKey }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
  await auth.resetPasswordForEmail(email)
  const [mail] = await readMails(own.url, email)
  expect(mail?.subject).toBe('A subject of our own')
  expect(mail?.links).toEqual([`${siteUrl}/confirm#email=${encodeURIComponent(email)}`])
  expect(mail?.html).toContain(`for ${email.replace("'", '&#39;').replace('+', '&#43;')}</a>`)

  // When the web app does not respond, the provider sends the default mail. Its link works without the web app.
  await advance(own, 'auth', 61)
  site.close()
  site.closeAllConnections()
  await auth.resetPasswordForEmail(email)
  expect((await follow(await newestLink(own, email))).fragment.get('type')).toBe('recovery')
})

test('SIGNIN-01 changing the password requires the current one', async () => {
  const { client, email } = await createSignedInClient(standins)
  const change = (attributes: { password: string; current_password?: string }) => client.auth.updateUser(attributes)
  expect((await change({ password: 'short', current_password: PASSWORD })).error?.code).toBe('weak_password')
  expect((await change({ password: 'a brand new password' })).error).toMatchObject({
    status: 400,
    code: 'current_password_required',
    message: 'Current password required when setting new password.',
  })
  expect((await change({ password: 'a brand new password', current_password: 'a guess' })).error).toMatchObject({
    status: 400,
    code: 'current_password_invalid',
  })
  expect((await newClient(standins).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  expect(await readMails(standins.url, email)).toEqual([])
  expect((await change({ password: PASSWORD, current_password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  })
  expect((await change({ password: 'a brand new password', current_password: PASSWORD })).error).toBeNull()
  expect((await newClient(standins).auth.signInWithPassword({ email, password: 'a brand new password' })).error).toBeNull()
})

test('a new password signs out every other session', async () => {
  const { client, email } = await createSignedInClient(standins)
  const elsewhere = newClient(standins)
  await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })
  expect((await client.auth.updateUser({ password: 'a brand new password', current_password: PASSWORD })).error).toBeNull()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await elsewhere.auth.getUser()).error).not.toBeNull()
})

test('SIGNIN-02 mails a notification of a changed password, and keeps the change if the mail fails', async () => {
  const { client, email } = await createSignedInClient(standins)
  await client.auth.updateUser({ password: 'a brand new password', current_password: PASSWORD })
  const [mail] = await readMails(standins.url, email)
  expect(mail).toMatchObject({ subject: 'Your password was changed', links: [] })
  expect(mail?.html).toContain(email)
  await setFault(standins, { service: 'mailbox', kind: 'error', times: 1 })
  expect((await client.auth.updateUser({ password: 'another password', current_password: 'a brand new password' })).error).toBeNull()
  expect(await readMails(standins.url, email)).toHaveLength(1)
})

test('a reset rolls back while the mail server fails, and can be requested again at once', async () => {
  const { email } = await createConfirmedAccount(standins)
  await setFault(standins, { service: 'mailbox', kind: 'error', times: 1 })
  expect((await askForReset(email)).error).toMatchObject({ status: 500, message: 'Error sending recovery email' })
  expect((await askForReset(email)).error).toBeNull()
})
