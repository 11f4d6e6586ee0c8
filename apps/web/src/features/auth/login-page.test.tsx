import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { cannedProvider } from '../../testing/canned-provider.ts'
import { address, navigationState, openApp } from '../../testing/open-app.tsx'
import { sampleContext, sampleCourse, sampleSession } from '../../testing/samples.ts'

const { accounts, courses } = contract
let api: CannedApi
let provider: ReturnType<typeof cannedProvider>

beforeEach(() => {
  api = cannedApi()
  provider = cannedProvider(api)
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1)] })
})
afterEach(() => api.expectNothingElse())

const openLogin = async (at = '/login') => {
  await openApp(at)
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const signIn = (email = 'ada@example.com', password = 'a good password') => {
  type('Email', email)
  type('Password', password)
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}
const errorOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent

test('AUTH-01 sign-in asks for email and password, as password managers expect them', async () => {
  await openLogin()
  expect([field('Email').type, field('Email').autocomplete]).toEqual(['email', 'username'])
  expect([field('Password').type, field('Password').autocomplete]).toEqual(['password', 'current-password'])
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field('Password').type).toBe('text')
})

test('AUTH-02 empty, neither is accepted: each field says so, the first has the focus, nobody is asked', async () => {
  await openLogin()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect([errorOf(field('Email')), errorOf(field('Password'))]).toEqual(['Enter your email address.', 'Enter your password.'])
  expect([field('Email').getAttribute('aria-invalid'), field('Email').required, field('Password').required]).toEqual(['true', true, true])
  expect(document.activeElement).toBe(field('Email'))
  signIn('not an address')
  expect(errorOf(field('Email'))).toBe('Enter an address like name@example.com.')
  expect(api.requests).toEqual([])
})

test('AUTH-07 AUTH-25 AUTH-28 AUTH-30 signing in asks the provider, with the anonymous key, and goes to the page asked for', async () => {
  await openLogin('/settings?from=mail#profile')
  provider.signsIn()
  signIn(' ada@example.com ')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(address()).toBe('/settings?from=mail#profile')
  const [call] = provider.calls('POST', '/token')
  expect(call?.search.get('grant_type')).toBe('password')
  expect(call?.body).toMatchObject({ email: 'ada@example.com', password: 'a good password' })
  expect(call?.headers.has('apikey')).toBe(true)
  expect(api.requests.find((request) => request.path === '/api/accounts/context')?.token).toBe('Bearer first-access-token')
})

test('AUTH-08 without a page asked for, it goes to the start', async () => {
  await openLogin()
  provider.signsIn()
  signIn()
  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('AUTH-07 D-02 the page asked for is handed on between sign-in and sign-up', async () => {
  await openLogin('/settings')
  fireEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(navigationState()).toEqual({ from: '/settings' })
})

test('AUTH-09 ERR-11 an unconfirmed address is not let in', async () => {
  await openLogin()
  provider.refuses('POST', '/token', { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
  signIn()
  expect(await screen.findByText('Email not confirmed')).toBeTruthy()
  expect(screen.getByText('Please confirm your email before signing in.')).toBeTruthy()
  expect(address()).toBe('/login')
})

test('ERR-12 a refused sign-in says why, in the words of the provider, and keeps what was typed', async () => {
  await openLogin()
  provider.refuses('POST', '/token', { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  signIn()
  expect(await screen.findByText('Login failed')).toBeTruthy()
  expect(screen.getByText('Invalid login credentials')).toBeTruthy()
  expect([field('Email').value, field('Password').value]).toEqual(['ada@example.com', 'a good password'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(false)
})

test('ERR-12 a provider that cannot be reached is a failed sign-in like any other, told in words of ours', async () => {
  await openLogin()
  provider.breaks('POST', '/token')
  signIn()
  expect(await screen.findByText('Login failed')).toBeTruthy()
  expect(screen.getByText('The academy cannot be reached. Check your connection and try again.')).toBeTruthy()
})

test('while the provider is asked, the button waits and says so', async () => {
  await openLogin()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  provider.answersAfter(answered, 'POST', '/token', { user: null })
  signIn()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Signing in...' })
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true'])
  await act(async () => answer())
})

test('AUTH-03 AUTH-04 Forgot password? opens a dialog, which takes over the address, and needs one', async () => {
  await openLogin()
  type('Email', 'ada@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }))
  const dialog = screen.getByRole('dialog', { name: 'Reset your password' })
  const email = within(dialog).getByLabelText<HTMLInputElement>('Email')
  expect(email.value).toBe('ada@example.com')
  fireEvent.change(email, { target: { value: '' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send reset link' }))
  expect(errorOf(email)).toBe('Enter your email address.')
  expect(api.requests).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

const askForReset = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Email'), { target: { value: 'ada@example.com' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send reset link' }))
}

test('AUTH-05 ERR-13 D-17 the provider mails a link to the reset page, and the dialog closes', async () => {
  await openLogin()
  provider.mailsResets()
  askForReset()
  expect(await screen.findByText('Reset email sent')).toBeTruthy()
  expect(screen.getByText('Please check your email for password reset instructions.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const [call] = provider.calls('POST', '/recover')
  expect(call?.body).toMatchObject({ email: 'ada@example.com' })
  expect(call?.search.get('redirect_to')).toBe('http://localhost:3000/reset-password')
})

test('ERR-14 D-147 a refused reset says why, and the dialog stays', async () => {
  await openLogin()
  provider.refuses('POST', '/recover', {
    status: 429,
    code: 'over_email_send_rate_limit',
    message: 'For security purposes, wait a minute.',
  })
  askForReset()
  expect(await screen.findByText('Reset failed')).toBeTruthy()
  expect(screen.getByText('For security purposes, wait a minute.')).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('AUTH-06 arriving any other way than from sign-up, no dialog is open', async () => {
  await openLogin()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a link from a mail that no longer works is explained on sign-in, and its traces are gone', async () => {
  await openApp('/dashboard#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired')
  expect((await screen.findByRole('alert')).textContent).toContain('Email link is invalid or has expired.')
  expect(address()).toBe('/login')
  expect(navigationState()).toEqual({ from: '/dashboard' })
})

test('whoever has signed in since hears no more of that link after signing out', async () => {
  const { session } = await openApp('/dashboard#error=access_denied&error_description=Email+link+is+invalid')
  await screen.findByText('That link did not work')
  provider.signsIn()
  provider.signsOut()
  signIn()
  await screen.findByRole('heading', { level: 1, name: /^Welcome/ })
  await act(async () => void (await session.signOut()))
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(screen.queryByText('That link did not work')).toBeNull()
})
