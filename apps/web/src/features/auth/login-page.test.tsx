import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSession as providerSession } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockServices } from '../../testing/mock-services.ts'
import { currentPath, navigationState, openApp } from '../../testing/open-app.tsx'
import { samplePublicTutorial } from '../../testing/samples.ts'
import { takeFocus } from '../../testing/take-focus.ts'
import { expectToast } from '../../testing/toasts.ts'
import { signupContent } from './signup-content.ts'

let api: MockServices['api']
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockServices())
})

const openLogin = async (at = '/login') => {
  const app = await openApp(at)
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  return app
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

test('AUTH-01 has email and password fields with autocomplete for password managers', async () => {
  await openLogin()
  expect([field('Email').type, field('Email').autocomplete]).toEqual(['email', 'username'])
  expect([field('Password').type, field('Password').autocomplete]).toEqual(['password', 'current-password'])
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field('Password').type).toBe('text')
})

test('PUBLIC-22 a browser without an earlier session shows what the academy is beside the form', async () => {
  await openLogin()
  const panel = await screen.findByRole('complementary', { name: 'About the academy' })
  expect(panel.textContent).toContain('From product idea to working software')
  for (const point of signupContent.points) expect(within(panel).getByText(point.title)).toBeTruthy()
  expect(within(panel).getByRole('link', { name: 'See the course and its prices' }).getAttribute('href')).toBe('/welcome')
  expect(within(panel).getByRole('img').getAttribute('width')).toBe('1050')
  expect(panel.textContent).not.toContain(signupContent.testimonial.name)
})

test('PUBLIC-22 a browser that had a session shows only the form', async () => {
  await openLogin()
  provider.signsIn()
  signIn()
  await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada!' })
  expect(localStorage.getItem('academy.had-session')).toBe('yes')
  provider.signsOut()
  localStorage.removeItem('academy.auth')
  await openLogin()
  expect(screen.queryByRole('complementary', { name: 'About the academy' })).toBeNull()
})

test('PUBLIC-22 the email that a visitor typed goes along to sign-up and back', async () => {
  await openLogin()
  type('Email', 'ada@exam')
  fireEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  await screen.findByRole('heading', { level: 1, name: 'Create your account' })
  expect(field('Email').value).toBe('ada@exam')
  type('Email', 'ada@example.com')
  fireEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(field('Email').value).toBe('ada@example.com')
})

test('AUTH-02 shows errors for empty fields, focuses the first and sends no request', async () => {
  await openLogin()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect([errorOf(field('Email')), errorOf(field('Password'))]).toEqual(['Enter your email address.', 'Enter your password.'])
  expect([field('Email').getAttribute('aria-invalid'), field('Email').required, field('Password').required]).toEqual(['true', true, true])
  expect(document.activeElement).toBe(field('Email'))
  signIn('not an address')
  expect(errorOf(field('Email'))).toBe('Enter an address like name@example.com.')
  expect(api.requests).toEqual([])
})

test('AUTH-07 AUTH-25 AUTH-28 AUTH-30 signs in with the anonymous key and opens the return path', async () => {
  await openLogin('/settings?from=mail#profile')
  provider.signsIn()
  signIn(' ada@example.com ')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(currentPath()).toBe('/settings?from=mail#profile')
  const [call] = provider.calls('POST', '/token')
  expect(call?.search.get('grant_type')).toBe('password')
  expect(call?.body).toMatchObject({ email: 'ada@example.com', password: 'a good password' })
  expect(call?.headers.has('apikey')).toBe(true)
  const tokenOfContext = () => api.requests.find((request) => request.path === '/api/accounts/context')?.token
  await waitFor(() => expect(tokenOfContext()).toBe('Bearer first-access-token'))
})

test('AUTH-08 opens the start page without a return path', async () => {
  await openLogin()
  provider.signsIn()
  signIn()
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
})

test('AUTH-07 D-02 keeps the return path between sign-in and sign-up', async () => {
  await openLogin('/settings')
  fireEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(navigationState()).toEqual({ from: '/settings' })
})

test('SIGNIN-16 signs in with full storage, keeps the session in memory instead of an outdated one, and says so once', async () => {
  const stored = new Map<string, string>()
  let isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
  })
  const { session } = await openLogin()
  stored.set('academy.auth', 'outdated')
  isFull = true
  provider.signsIn()
  signIn()
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  await expectToast(
    'warning',
    "This browser doesn't keep your session",
    'Its storage is full or blocked. You stay signed in until you close or reload this page.',
  )
  expect([await session.accessToken(), stored.has('academy.auth')]).toEqual(['first-access-token', false])
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  provider.signsIn(providerSession('second'))
  expect(await act(() => session.refreshAccessToken())).toBe('second-access-token')
  expect(screen.queryByText("This browser doesn't keep your session")).toBeNull()
})

test('AUTH-09 ERR-11 refuses an unconfirmed email', async () => {
  await openLogin()
  provider.refuses('POST', '/token', { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
  signIn()
  await expectToast('error', 'Email not confirmed', 'Please confirm your email before signing in.')
  expect(currentPath()).toBe('/login')
})

test('SIGNIN-15 says in its own words that the account is locked', async () => {
  await openLogin()
  provider.refuses('POST', '/token', { status: 400, code: 'user_banned', message: 'User is banned' })
  signIn()
  await expectToast('error', 'This account is locked', 'Contact the academy to open it again.')
})

const openUnconfirmed = async (at = '/settings') => {
  await openLogin(at)
  provider.refuses('POST', '/token', { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
  signIn()
  const alert = within(await screen.findByRole('alert'))
  await alert.findByLabelText('Code from the email')
  return alert
}
const confirmWith = (alert: ReturnType<typeof within>, code: string) => {
  fireEvent.change(alert.getByLabelText('Code from the email'), { target: { value: code } })
  fireEvent.click(alert.getByRole('button', { name: 'Confirm' }))
}

test('BUY-05 an unconfirmed sign-in resends the email once a minute, and as the provider asks', async () => {
  // Time that the machine keeps this process waiting does not count as time of the countdown.
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const alert = await openUnconfirmed()
  expect(alert.getByText('Confirm your email address first')).toBeTruthy()
  expect(alert.getByText('ada@example.com')).toBeTruthy()
  const limit = { status: 429, code: 'over_email_send_rate_limit' }
  provider.refuses('POST', '/resend', { ...limit, message: 'For security purposes, you can only request this after 1 seconds.' })
  const resend = alert.getByRole('button', { name: 'Resend email' })
  resend.focus()
  fireEvent.click(resend)
  await alert.findByText(/We sent an email a moment ago/)
  takeFocus()
  expect(alert.getByRole<HTMLButtonElement>('button', { name: /^Resend email \(in [12] s\)$/ }).disabled).toBe(true)
  const again = await alert.findByRole('button', { name: 'Resend email' })
  expect(document.activeElement).toBe(again)
  provider.refuses('POST', '/resend', { status: 500, code: 'unexpected_failure', message: 'Error sending confirmation email' })
  fireEvent.click(again)
  await alert.findByText("We couldn't send the email. Try again in a moment.")
  api.on('POST', '/auth/v1/resend', () => Response.json({}))
  fireEvent.click(alert.getByRole('button', { name: 'Resend email' }))
  await alert.findByText('We sent a new email. Only its link and code work now.')
  expect(alert.getByRole<HTMLButtonElement>('button', { name: 'Resend email (in 60 s)' }).disabled).toBe(true)
  expect(provider.calls('POST', '/resend')[0]?.body).toMatchObject({ type: 'signup', email: 'ada@example.com' })
})

test('BUY-04 explains a malformed, wrong or blocked code, and signs in after the right one', async () => {
  const alert = await openUnconfirmed()
  confirmWith(alert, '12 34')
  expect(alert.getByText('Enter the digits from the email.')).toBeTruthy()
  provider.refuses('POST', '/verify', { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
  confirmWith(alert, '1234567890')
  await alert.findByText(/That code is wrong or no longer works/)
  provider.refuses('POST', '/verify', { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' })
  confirmWith(alert, '1234567890')
  await alert.findByText(/Too many attempts/)
  provider.breaks('POST', '/verify')
  confirmWith(alert, '1234567890')
  await alert.findByText(/We can't reach the sign-in service/)
  provider.verifies(providerSession('confirmation'))
  provider.signsOut()
  provider.signsIn()
  confirmWith(alert, '1234567890')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
})

test('BUY-04 the code leads to the page of the sign-up, also after its tab was closed', async () => {
  localStorage.setItem('academy.origin', '/settings?tab=pricing')
  const alert = await openUnconfirmed('/login')
  provider.verifies(providerSession('confirmation'))
  provider.signsOut()
  provider.signsIn()
  confirmWith(alert, '1234567890')
  await waitFor(() => expect(currentPath()).toBe('/settings?tab=pricing'))
  expect(localStorage.getItem('academy.origin')).toBeNull()
})

test('BUY-04 an account with another password is confirmed and named, but not opened', async () => {
  const alert = await openUnconfirmed()
  provider.verifies(providerSession('confirmation'))
  provider.signsOut()
  provider.refuses('POST', '/token', { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  confirmWith(alert, '1234567890')
  await screen.findByText(/The account has another password/)
  expect(currentPath()).toBe('/login')
})

test('ERR-12 shows the provider’s message of a refused sign-in and keeps the input', async () => {
  await openLogin()
  provider.refuses('POST', '/token', { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  signIn()
  await expectToast('error', 'Login failed', 'Invalid login credentials')
  expect([field('Email').value, field('Password').value]).toEqual(['ada@example.com', 'a good password'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(false)
})

test('ERR-12 D-18 shows a default text for a refusal without message', async () => {
  await openLogin()
  api.on('POST', '/auth/v1/token', () => Response.json({}, { status: 400 }))
  signIn()
  await expectToast('error', 'Login failed', 'Please try again.')
})

test('ERR-12 shows our own text when the provider is unreachable', async () => {
  await openLogin()
  provider.breaks('POST', '/token')
  signIn()
  await expectToast('error', 'Login failed', "We can't reach the academy. Check your connection and try again.")
})

test('disables the button and shows Signing in... during the request', async () => {
  await openLogin()
  const { promise: responded, resolve: respond } = Promise.withResolvers<void>()
  provider.repliesAfter(responded, 'POST', '/token', { user: null })
  signIn()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Signing in...' })
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true'])
  await act(async () => respond())
})

test('AUTH-03 AUTH-04 Forgot password? opens a dialog with the entered email, which is required', async () => {
  await openLogin()
  type('Email', 'ada@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reset your password' })
  const email = within(dialog).getByLabelText<HTMLInputElement>('Email')
  expect(email.value).toBe('ada@example.com')
  fireEvent.change(email, { target: { value: '' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send reset link' }))
  expect(errorOf(email)).toBe('Enter your email address.')
  expect(api.requests).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

const askForReset = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Email'), { target: { value: 'ada@example.com' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send reset link' }))
}

test('AUTH-05 ERR-13 D-17 requests a link to the reset page and closes the dialog', async () => {
  await openLogin()
  provider.mailsResets()
  await askForReset()
  await expectToast('success', 'Reset email sent', 'Please check your email for password reset instructions.')
  expect(screen.queryByRole('dialog')).toBeNull()
  const [call] = provider.calls('POST', '/recover')
  expect(call?.body).toMatchObject({ email: 'ada@example.com' })
  expect(call?.search.get('redirect_to')).toBe('http://localhost:3000/reset-password')
})

test('ERR-14 D-147 shows the reason of a refused reset and keeps the dialog open', async () => {
  await openLogin()
  provider.refuses('POST', '/recover', {
    status: 429,
    code: 'over_email_send_rate_limit',
    message: 'For security purposes, wait a minute.',
  })
  await askForReset()
  await expectToast('error', 'Reset failed', 'For security purposes, wait a minute.')
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('AUTH-06 opens the verification dialog only after sign-up', async () => {
  await openLogin()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('SIGNIN-06 explains a refused link in our own words and removes it from the URL', async () => {
  await openApp('/dashboard#error=access_denied&error_code=otp_expired&error_description=Call+us+at+555-0100')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe("That link didn't workLinks in our emails work once and expire. Sign in, or request a new one.")
  expect(document.body.textContent).not.toContain('555-0100')
  expect(currentPath()).toBe('/login')
  expect(navigationState()).toEqual({ from: '/dashboard' })
})

test('does not mention a refused link again after signing in and out', async () => {
  const { session } = await openApp('/dashboard#error=access_denied&error_description=Email+link+is+invalid')
  await screen.findByText("That link didn't work")
  provider.signsIn()
  provider.signsOut()
  signIn()
  await screen.findByRole('heading', { level: 1, name: /^Welcome/ })
  await act(async () => void (await session.signOut()))
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(screen.queryByText("That link didn't work")).toBeNull()
})

test.each([
  [true, 'You continue with the free tutorial Cut it down.'],
  [false, 'You continue with Cut it down.'],
])('PUBLIC-11 names the tutorial that the visitor wanted to open, free: %s', async (free, sentence) => {
  api.reply(contract.publicContent.tutorial, 200, { success: true, data: samplePublicTutorial({ free }) })
  await openLogin('/courses/master-course/sessions/idea/tutorials/cut?t=3')
  const name = await screen.findByText('Cut it down')
  expect(name.parentElement?.textContent).toBe(sentence)
  fireEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  expect(await screen.findByText('Cut it down')).toBeTruthy()
})

test('PUBLIC-11 opens the page that a link of a public page asks for, on this site alone', async () => {
  await openLogin(`/login?from=${encodeURIComponent('/settings#profile')}`)
  provider.signsIn()
  signIn()
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(currentPath()).toBe('/settings#profile')
})
