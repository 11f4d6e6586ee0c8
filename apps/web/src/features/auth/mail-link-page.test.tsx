import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { encodeToken, sampleUser } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockServices } from '../../testing/mock-services.ts'
import { currentPath, navigationState, openApp, storeSession } from '../../testing/open-app.tsx'

let api: MockServices['api']
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockServices())
  provider.signsOut()
})

const ADA = sampleUser.email
const soon = () => Math.floor(Date.now() / 1000) + 3600

/** The provider's response with the session of a link. */
const sessionOf = (email = ADA, id = sampleUser.id) => ({
  access_token: encodeToken({ sub: id, exp: soon(), amr: [{ method: 'otp', timestamp: 1 }] }),
  refresh_token: `refresh-${email}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: soon(),
  user: { ...sampleUser, id, email },
})

const BOB = { email: 'bob@example.com', id: '99999999-2222-4333-8444-555555555555' }

const hashOf = (type: string, email = ADA, more = '') => `/confirm#type=${type}&token_hash=a-hash&email=${encodeURIComponent(email)}${more}`
const hashWith = ({ access_token, refresh_token }: ReturnType<typeof sessionOf>, type: string) =>
  `#access_token=${access_token}&expires_at=${soon()}&expires_in=3600&refresh_token=${refresh_token}&sb=&token_type=bearer&type=${type}`

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const main = () => screen.getByRole('main').textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const keptSession = () => localStorage.getItem('academy.auth')

for (const [type, title, button] of [
  ['signup', 'Confirm your email address', 'Confirm email address'],
  ['recovery', 'Choose a new password', 'Continue'],
  ['invite', 'Accept your invitation', 'Continue'],
  ['magiclink', 'Sign in', 'Continue'],
  ['email_change', 'Change your email address', 'Confirm the change'],
] as const) {
  test(`MAIL-01 a ${type} link shows its account and one button; opening the page sends no request`, async () => {
    await openApp(hashOf(type, 'ada+x@example.com'))
    await heading(title)
    expect(main()).toContain('ada+x@example.com')
    expect(screen.getByRole('main').querySelectorAll('button, a')).toHaveLength(1)
    expect(screen.getByRole('button', { name: button })).toBeTruthy()
    expect(window.location.href).toBe('http://localhost:3000/confirm')
    expect(api.requests).toEqual([])
  })
}

test('MAIL-02 confirming an address opens no session: the user signs in and returns to the saved path', async () => {
  localStorage.setItem('academy.origin', '/settings')
  await openApp(hashOf('signup'))
  await heading('Confirm your email address')
  provider.verifies(sessionOf())
  press('Confirm email address')
  expect(await heading('Your email address is confirmed')).toBe(document.activeElement)
  expect(provider.calls('POST', '/verify')[0]?.body).toMatchObject({ type: 'signup', token_hash: 'a-hash' })
  // The session that the provider opens is ended unused.
  expect(provider.calls('POST', '/logout').map(({ search }) => search.get('scope'))).toEqual(['local'])
  expect(keptSession()).toBeNull()

  fireEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  await heading('Sign in')
  expect(navigationState()).toEqual({ from: '/settings', email: ADA })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ADA)
  expect(localStorage.getItem('academy.origin')).toBeNull()
})

test('MAIL-02 D-16 a confirmation link with a session opens no session either', async () => {
  const session = sessionOf()
  provider.knowsUser(session.user)
  await openApp(`/dashboard${hashWith(session, 'signup')}`)
  await heading('Your email address is confirmed')
  expect([currentPath(), keptSession()]).toEqual(['/confirm', null])
  expect(provider.calls('POST', '/logout')[0]?.token).toBe(`Bearer ${session.access_token}`)
})

test('MAIL-02 confirming another address keeps the current session', async () => {
  storeSession(sessionOf(BOB.email, BOB.id))
  await openApp(hashOf('signup'))
  await heading('Confirm your email address')
  provider.verifies(sessionOf())
  press('Confirm email address')
  await heading('Your email address is confirmed')
  expect(main()).toContain(`This browser is signed in as ${BOB.email}.`)
  expect(keptSession()).toContain(BOB.email)
})

test('MAIL-03 AUTH-24 a recovery link opens its session on click and then the form for a new password', async () => {
  await openApp(hashOf('recovery'))
  await heading('Choose a new password')
  const session = sessionOf()
  provider.verifies(session)
  provider.knowsUser(session.user)
  expect(keptSession()).toBeNull()
  press('Continue')
  await waitFor(() => expect(currentPath()).toBe('/reset-password'))
  expect(await screen.findByLabelText('New password')).toBeTruthy()
  expect(keptSession()).toContain(session.refresh_token)
})

test('MAIL-04 a link with a session replaces another session only after the user agrees, and ends the other', async () => {
  const other = sessionOf(BOB.email, BOB.id)
  storeSession(other)
  const session = sessionOf()
  provider.knowsUser(session.user)
  await openApp(`/dashboard${hashWith(session, 'recovery')}`)
  await heading('Choose a new password')
  await screen.findByText("You're signed in with another account")
  expect(main()).toContain(`For the account ${ADA}.`)
  expect(main()).toContain(`This browser is signed in as ${BOB.email}.`)
  expect([window.location.href, keptSession()]).toEqual(['http://localhost:3000/confirm', JSON.stringify(other)])

  press('Continue')
  await waitFor(() => expect(currentPath()).toBe('/reset-password'))
  expect(keptSession()).toContain(session.refresh_token)
  expect(provider.calls('POST', '/logout').map(({ token }) => token)).toEqual([`Bearer ${other.access_token}`])
})

test('MAIL-04 asks for consent without a session in this browser too', async () => {
  const session = sessionOf()
  provider.knowsUser(session.user)
  await openApp(`/${hashWith(session, 'magiclink')}`)
  await heading('Sign in')
  expect(main()).toContain(`Continue as ${ADA}?`)
  expect(keptSession()).toBeNull()
  press('Continue')
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  expect(keptSession()).toContain(session.refresh_token)
})

test('MAIL-05 ignores a link whose token belongs to another account than it names', async () => {
  await openApp(hashOf('recovery', 'owner@example.com'))
  await heading('Choose a new password')
  provider.verifies(sessionOf('attacker@example.com', BOB.id))
  press('Continue')
  await heading('This link belongs to another account')
  expect(keptSession()).toBeNull()
  expect(provider.calls('POST', '/logout')).toHaveLength(1)
})

test('MAIL-06 explains a used or expired link and what to do', async () => {
  await openApp(hashOf('signup'))
  await heading('Confirm your email address')
  provider.refuses('POST', '/verify', { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' })
  press('Confirm email address')
  expect(await heading('This link no longer works')).toBe(document.activeElement)
  expect(main()).toContain('we’ll email you a new link')
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login')
})

test('MAIL-06 explains outages and rate limits, and the same button works afterwards', async () => {
  await openApp(hashOf('signup'))
  await heading('Confirm your email address')
  provider.breaks('POST', '/verify')
  press('Confirm email address')
  await screen.findByText("We can't reach the sign-in service")
  provider.refuses('POST', '/verify', { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' })
  press('Confirm email address')
  await screen.findByText('Too many attempts')
  expect(screen.queryByText("We can't reach the sign-in service")).toBeNull()
  provider.verifies(sessionOf())
  press('Confirm email address')
  await heading('Your email address is confirmed')
})

test('MAIL-06 keeps the session of a verified link when the next call fails, so that the token is used once', async () => {
  await openApp(hashOf('recovery'))
  await heading('Choose a new password')
  const session = sessionOf()
  provider.verifies(session)
  provider.breaks('GET', '/user')
  press('Continue')
  await screen.findByText("We can't reach the sign-in service")
  provider.knowsUser(session.user)
  press('Continue')
  await waitFor(() => expect(currentPath()).toBe('/reset-password'))
  expect(provider.calls('POST', '/verify')).toHaveLength(1)
})

test('MAIL-06 shows a retry while the account of a link with a session cannot be fetched', async () => {
  const session = sessionOf()
  provider.breaks('GET', '/user')
  await openApp(`/dashboard${hashWith(session, 'recovery')}`)
  await screen.findByText("We can't reach the sign-in service")
  provider.knowsUser(session.user)
  press('Try again')
  await heading('Choose a new password')
})

for (const at of ['/confirm', '/confirm#type=signup', '/dashboard#access_token=garbage&refresh_token=x&type=recovery']) {
  test(`MAIL-06 ${at.slice(0, 30)} shows that the link is incomplete`, async () => {
    await openApp(at)
    await heading('This link doesn’t work')
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeTruthy()
  })
}

test('MAIL-07 the first of two links of an email change asks for the other one', async () => {
  await openApp(hashOf('email_change', ADA, '&new_email=new%40example.com'))
  await heading('Change your email address')
  expect(main()).toContain(`changes from ${ADA} to new@example.com.`)
  provider.verifies({ code: '200', msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email' })
  press('Confirm the change')
  await heading('One more confirmation')
})

test('MAIL-07 asks for the other link when the provider opened the first itself', async () => {
  await openApp('/dashboard#message=Confirmation+link+accepted.+Please+proceed&sb=')
  await heading('One more confirmation')
  expect([currentPath(), main()?.includes('Please proceed')]).toEqual(['/confirm', false])
})

test('MAIL-07 the second link changes the email and opens no session', async () => {
  await openApp(hashOf('email_change', ADA, '&new_email=new%40example.com'))
  await heading('Change your email address')
  provider.verifies(sessionOf('new@example.com'))
  press('Confirm the change')
  await heading('Your email address is changed')
  expect(main()).toContain('sign in as new@example.com')
  expect([keptSession(), provider.calls('POST', '/logout').length]).toEqual([null, 1])
})

test.each([
  ['this browser continues with the new address', sampleUser.id, 'new@example.com'],
  ['another account stays signed in', BOB.id, BOB.email],
])('MAIL-07 after the second link %s', async (_, id, kept) => {
  storeSession(sessionOf(id === BOB.id ? BOB.email : ADA, id))
  await openApp(hashOf('email_change', ADA, '&new_email=new%40example.com'))
  await heading('Change your email address')
  provider.verifies(sessionOf('new@example.com'))
  provider.signsIn({ ...sessionOf('new@example.com'), access_token: encodeToken({ sub: sampleUser.id, exp: soon() }) })
  press('Confirm the change')
  await heading('Your email address is changed')
  expect(JSON.parse(keptSession() ?? '{}').user.email).toBe(kept)
})
