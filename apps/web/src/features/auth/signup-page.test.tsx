import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type MockApi, mockApi } from '../../testing/mock-api.ts'
import { mockAuthProvider, sampleSession as providerSession, sampleUser } from '../../testing/mock-auth-provider.ts'
import { mockServices } from '../../testing/mock-services.ts'
import { currentPath, navigationState, openApp } from '../../testing/open-app.tsx'
import { sampleContext, sampleCourse, sampleSession } from '../../testing/samples.ts'
import { expectToast } from '../../testing/toasts.ts'
import { signupContent } from './signup-content.ts'

const { accounts, courses, publicContent } = contract
let api: MockApi
let provider: ReturnType<typeof mockAuthProvider>

beforeEach(() => {
  api = mockApi()
  provider = mockAuthProvider(api)
})

const openSignup = async () => {
  await openApp('/signup')
  await screen.findByRole('heading', { level: 1, name: 'Create your account' })
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = (email: string, password: string) => {
  fireEvent.change(field('Email'), { target: { value: email } })
  fireEvent.change(field('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
}
const signUp = () => submit('ada@example.com', 'long enough')
const verifyDialog = () => screen.findByRole('dialog', { name: 'Verify Your Email' })
const done = { success: true as const, message: 'Account created' }
const warning = 'Account created but profile setup incomplete. Please contact support if you experience issues.'

test('AUTH-10 AUTH-12 AUTH-13 has an email field and a password field of at least 8 characters', async () => {
  await openSignup()
  expect([field('Email').type, field('Email').required]).toEqual(['email', true])
  expect([field('Password').minLength, field('Password').required, field('Password').autocomplete]).toEqual([8, true, 'new-password'])
  expect(screen.getByText('Must be at least 8 characters')).toBeTruthy()
})

test('AUTH-12 AUTH-13 shows missing and too short values at their fields and sends no request', async () => {
  await openSignup()
  submit('', '1234567')
  expect(screen.getByText('Enter your email address.')).toBeTruthy()
  expect(field('Password').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Must be at least 8 characters')).toHaveLength(1)
  expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('AUTH-11 D-21 shows the panel and a testimonial marked as a sample', async () => {
  await openSignup()
  const panel = screen.getByRole('complementary', { name: 'About the academy' })
  for (const point of signupContent.points) expect(within(panel).getByText(point.title)).toBeTruthy()
  expect(await within(panel).findByText(`“${signupContent.testimonial.quote}”`)).toBeTruthy()
  expect(within(panel).getByText('Sample testimonial')).toBeTruthy()
})

test('REVIEW-06 shows the newest review instead of the sample', async () => {
  const newest = { text: 'I built a board.', name: 'Ada Byron', finished_in: '2026-11' }
  api.reply(publicContent.reviews, 200, { success: true, data: [newest, { ...newest, text: 'An older one' }] })
  await openSignup()
  const panel = screen.getByRole('complementary', { name: 'About the academy' })
  expect((await within(panel).findByText('“I built a board.”')).closest('figure')?.textContent).toBe(
    '“I built a board.”Ada Byron, finished in November 2026',
  )
  expect(within(panel).queryByText('Sample testimonial')).toBeNull()
})

test('REVIEW-06 shows the sample while the API does not respond', async () => {
  api.breakConnection(publicContent.reviews)
  await openSignup()
  expect(await screen.findByText('Sample testimonial')).toBeTruthy()
})

test('SIGNIN-12 signs up an internationalized domain in the spelling of the provider', async () => {
  provider.signsUp()
  api.reply(accounts.create, 201, done)
  await openSignup()
  submit('ada@пример.рф', 'long enough')
  await verifyDialog()
  const [providerCall] = provider.calls('POST', '/signup')
  expect(providerCall?.body).toMatchObject({ email: 'ada@xn--e1afmkfd.xn--p1ai' })
})

test('AUTH-06 AUTH-14 AUTH-15 AUTH-18 D-113 signs up at the provider, creates the record, then opens sign-in with the dialog', async () => {
  provider.signsUp()
  api.reply(accounts.create, 201, done)
  await openSignup()
  signUp()
  const dialog = await verifyDialog()
  expect(dialog.textContent).toContain('ada@example.com')
  expect(currentPath()).toBe('/login')

  const [providerCall] = provider.calls('POST', '/signup')
  expect(providerCall?.search.get('redirect_to')).toBe('http://localhost:3000/dashboard')
  expect(providerCall?.body).toMatchObject({ email: 'ada@example.com', password: 'long enough' })
  const recordCall = api.requests.find((request) => request.path === '/api/accounts')
  expect(recordCall?.body).toEqual({ user_id: sampleUser.id, email: 'ada@example.com' })
  expect(recordCall?.headers.get('content-type')).toBe('application/json')
  const sent = api.requests.filter(({ method }) => method !== 'GET')
  expect(sent.map(({ path }) => path)).toEqual(['/auth/v1/signup', '/api/accounts'])
})

test('AUTH-06 D-21 the dialog has one close button and does not reopen after a reload', async () => {
  provider.signsUp()
  api.reply(accounts.create, 201, done)
  await openSignup()
  signUp()
  const dialog = within(await verifyDialog())
  expect(dialog.queryByRole('button', { name: /close/i })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(navigationState()).toEqual({ email: 'ada@example.com' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
})

test('AUTH-06 D-21 a reload while the dialog is open does not open it again', async () => {
  provider.signsUp()
  api.reply(accounts.create, 201, done)
  await openSignup()
  signUp()
  expect((await verifyDialog()).textContent).toContain('ada@example.com')
  await waitFor(() => expect(navigationState()).toEqual({ email: 'ada@example.com' }))
  expect(screen.getByRole('dialog', { name: 'Verify Your Email' })).toBeTruthy()
  expect([currentPath(), screen.getByLabelText<HTMLInputElement>('Email').value]).toEqual(['/login', 'ada@example.com'])
})

test('AUTH-16 ignores an account record that exists already', async () => {
  provider.signsUp()
  api.on('POST', '/api/accounts', () =>
    Response.json(
      { success: false, error: 'Account already exists', message: 'Account already exists', code: 'invalid_request' },
      { status: 400 },
    ),
  )
  await openSignup()
  signUp()
  await verifyDialog()
  expect(screen.queryByText(warning)).toBeNull()
})

for (const [what, fail] of [
  ['is refused', () => api.refuse(accounts.create, 500, 'internal', 'Something went wrong.')],
  ['gets the page of a proxy', () => api.on('POST', '/api/accounts', () => new Response('<h1>502</h1>', { status: 502 }))],
  ['gets no response', () => api.breakConnection(accounts.create)],
] as const) {
  test(`AUTH-17 ERR-10 continues the signup with a warning when the request for the account record ${what}`, async () => {
    provider.signsUp()
    fail()
    await openSignup()
    signUp()
    await verifyDialog()
    expect(await screen.findByText('Warning')).toBeTruthy()
    expect(screen.getByText(warning)).toBeTruthy()
  })
}

test('ERR-09 D-18 shows the reason of a refused signup and stays', async () => {
  provider.refuses('POST', '/signup', { status: 422, code: 'weak_password', message: 'Password is known to be weak.' })
  await openSignup()
  signUp()
  await expectToast('error', 'Signup failed', 'Password is known to be weak.')
  expect([currentPath(), field('Email').value]).toEqual(['/signup', 'ada@example.com'])
})

test('ERR-09 shows a default text for a refused signup without message', async () => {
  provider.refuses('POST', '/signup', { status: 422, code: 'validation_failed', message: '' })
  await openSignup()
  signUp()
  await expectToast('error', 'Signup failed', 'Please try again.')
})

test('D-17 shows success for an address in use', async () => {
  // The provider returns an invented user, which the API treats like any unknown one.
  provider.signsUp({ ...sampleUser, id: '11111111-2222-4333-8444-555555555555' })
  api.reply(accounts.create, 200, { success: true, message: 'Account already exists' })
  await openSignup()
  signUp()
  await verifyDialog()
  expect(screen.queryByText('Warning')).toBeNull()
})

test('D-16 redirects after the record is created when the provider opens a session at once', async () => {
  const { promise: made, resolve: make } = Promise.withResolvers<void>()
  provider.repliesAfter(Promise.resolve(), 'POST', '/signup', providerSession())
  api.reply(accounts.create, 201, done, { after: made })
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1)] })
  await openSignup()
  signUp()
  await waitFor(() => expect(api.count('POST', '/api/accounts')).toBe(1))
  expect(currentPath()).toBe('/signup')
  await act(async () => make())
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
})

test('BUY-04 the code from the email signs in with the password of the sign-up and opens the page that the user came for', async () => {
  ;({ api, provider } = mockServices())
  provider.signsUp()
  api.reply(accounts.create, 201, done)
  await openApp('/settings')
  fireEvent.click(await screen.findByRole('link', { name: 'Create an account' }))
  await screen.findByRole('heading', { level: 1, name: 'Create your account' })
  signUp()
  const dialog = within(await verifyDialog())
  const code = await dialog.findByLabelText<HTMLInputElement>('Code from the email')
  expect(code.autocomplete).toBe('one-time-code')
  provider.verifies(providerSession('confirmation'))
  provider.signsOut()
  provider.signsIn()
  fireEvent.change(code, { target: { value: ' 12345 67890 ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(provider.calls('POST', '/verify')[0]?.body).toMatchObject({ type: 'signup', token: '1234567890', email: 'ada@example.com' })
  const [logout] = provider.calls('POST', '/logout')
  expect([logout?.search.get('scope'), logout?.token]).toEqual(['local', 'Bearer confirmation-access-token'])
  expect(provider.calls('POST', '/token').map(({ body }) => body)).toEqual([
    expect.objectContaining({ email: 'ada@example.com', password: 'long enough' }),
  ])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])).not.toContain('long enough')
})
