import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sampleSession as providerSession, recoverySession, sampleUser } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockServices } from '../../testing/mock-services.ts'
import { currentPath, openApp, storeSession } from '../../testing/open-app.tsx'
import { takeFocus } from '../../testing/take-focus.ts'
import { expectToast } from '../../testing/toasts.ts'

let api: MockServices['api']
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockServices())
})

const password = () => screen.getByLabelText<HTMLInputElement>('New password')
const confirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm new password')
const submit = (first: string, second: string) => {
  fireEvent.change(password(), { target: { value: first } })
  fireEvent.change(confirmation(), { target: { value: second } })
  fireEvent.click(screen.getByRole('button', { name: 'Update password' }))
}
const current = () => screen.getByLabelText<HTMLInputElement>('Current password')
const revokesTokens = () => api.on('DELETE', '/api/tokens', () => new Response(null, { status: 204 }))
const openForm = async (session: object = recoverySession()) => {
  storeSession(session)
  const app = await openApp('/reset-password')
  await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })
  return app
}

test('AUTH-19 AUTH-20 AUTH-21 AUTH-22 D-20 requires 8 characters, then the same confirmation, and focuses the wrong field', async () => {
  await openForm()
  expect([password().required, confirmation().required]).toEqual([true, true])
  const tooShort = 'Password must be at least 8 characters long'
  const different = 'Passwords do not match'
  const expectError = (text: string, field: HTMLElement) => {
    expect([tooShort, different].filter((error) => screen.queryByText(error))).toEqual([text])
    expect(document.activeElement).toBe(field)
  }
  submit('', '')
  expectError(tooShort, password())
  submit('long enough', '')
  expectError(different, confirmation())
  submit('1234567', 'different')
  expectError(tooShort, password())
  submit('12345678', '12345679')
  expectError(different, confirmation())
  expect(api.requests).toEqual([])
})

test('AUTH-24 AUTH-25 ERR-16 saves a valid new password and opens the dashboard', async () => {
  await openForm()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  revokesTokens()
  provider.updatesUser()
  provider.signsIn(providerSession('new'))
  provider.signsOut()
  submit('12345678', '12345678')
  await expectToast('success', 'Password updated!', 'Your password has been successfully updated.')
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  const [call] = provider.calls('PUT', '/user')
  expect([call?.body, call?.token]).toEqual([expect.objectContaining({ password: '12345678' }), `Bearer ${recoverySession().access_token}`])
  expect(call?.body).not.toHaveProperty('current_password')
})

test('D-12 names the account, and clears the passwords when another user signs in in another tab', async () => {
  const { authClient } = await openForm()
  expect(screen.getByText('ada@example.com')).toBeTruthy()
  fireEvent.change(password(), { target: { value: '12345678' } })
  fireEvent.change(confirmation(), { target: { value: '12345678' } })
  const user = { ...sampleUser, id: '99999999-2222-4333-8444-555555555555', email: 'grace@example.com' }
  const session = { ...recoverySession(), user }
  storeSession(session)
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  await act(() => notify('SIGNED_IN', session))
  expect([password().value, confirmation().value]).toEqual(['', ''])
  expect(screen.getByText('grace@example.com')).toBeTruthy()
})

test('SIGNIN-08 replaces the session of a reset link by a session of the new password', async () => {
  await openForm()
  revokesTokens()
  provider.updatesUser()
  provider.signsIn(providerSession('new'))
  provider.signsOut()
  submit('12345678', '12345678')
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  const [signIn] = provider.calls('POST', '/token')
  expect(signIn?.body).toMatchObject({ email: 'ada@example.com', password: '12345678' })
  const [logout] = provider.calls('POST', '/logout')
  expect([logout?.search.get('scope'), logout?.token]).toEqual(['others', 'Bearer new-access-token'])
  expect(localStorage.getItem('academy.auth')).toContain('new-refresh-token')
})

test('MAIL-10 a password set through a reset link revokes all access tokens, in the session of the new password', async () => {
  await openForm()
  expect(screen.getByText(/access tokens for coding tools stop working/)).toBeTruthy()
  provider.updatesUser()
  provider.signsIn(providerSession('new'))
  provider.signsOut()
  revokesTokens()
  submit('12345678', '12345678')
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  const revocations = api.requests.filter(({ method, path }) => method === 'DELETE' && path === '/api/tokens')
  expect(revocations.map(({ token }) => token)).toEqual(['Bearer new-access-token'])
})

test('MAIL-10 warns that the access tokens still work when they cannot be revoked', async () => {
  await openForm()
  provider.updatesUser()
  provider.signsIn(providerSession('new'))
  provider.signsOut()
  api.refuse(contract.tokens.revokeAll, 503, 'unavailable', 'Please try again soon.')
  submit('12345678', '12345678')
  await expectToast('warning', 'Your access tokens still work', 'Revoke them under Settings, Access tokens, if you do not know them all.')
  await expectToast('success', 'Password updated!', 'Your password has been successfully updated.')
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
})

test('SIGNIN-08 keeps the session of the reset link when the sign-in with the new password fails', async () => {
  await openForm()
  revokesTokens()
  provider.updatesUser()
  provider.refuses('POST', '/token', { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' })
  submit('12345678', '12345678')
  expect(await screen.findByText('Password updated!')).toBeTruthy()
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  expect(localStorage.getItem('academy.auth')).toContain('recovery-refresh-token')
})

test('SIGNIN-01 requires and sends the current password in a session that began with a password', async () => {
  await openForm(providerSession())
  submit('12345678', '12345678')
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect([document.activeElement, current().required, current().autocomplete]).toEqual([current(), true, 'current-password'])
  expect(provider.calls('PUT', '/user')).toEqual([])

  fireEvent.change(current(), { target: { value: 'a guess' } })
  provider.refuses('PUT', '/user', { status: 400, code: 'current_password_invalid', message: 'Current password required.' })
  submit('12345678', '12345678')
  expect(await screen.findByText("That's not your current password.")).toBeTruthy()
  expect(document.activeElement).toBe(current())

  fireEvent.change(current(), { target: { value: 'the old password' } })
  provider.updatesUser()
  submit('12345678', '12345678')
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  expect(provider.calls('PUT', '/user').at(-1)?.body).toMatchObject({ password: '12345678', current_password: 'the old password' })
  expect(provider.calls('POST', '/token')).toEqual([])
})

test('SIGNIN-01 shows the current-password field when the provider requires it', async () => {
  await openForm()
  provider.refuses('PUT', '/user', { status: 400, code: 'current_password_required', message: 'Current password required.' })
  submit('12345678', '12345678')
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  expect(current().getAttribute('aria-invalid')).toBe('true')
})

test('SIGNIN-01 emails a reset link to a user who forgot the current password', async () => {
  await openForm(providerSession())
  provider.mailsResets()
  const button = screen.getByRole('button', { name: 'Forgot it? Email me a reset link' })
  button.focus()
  fireEvent.click(button)
  takeFocus()
  expect(await screen.findByText('Reset email sent')).toBeTruthy()
  expect(document.activeElement).toBe(button)
  expect(provider.calls('POST', '/recover')[0]?.body).toMatchObject({ email: 'ada@example.com' })
})

test('SIGNIN-07 changes the password in Settings with the current one', async () => {
  storeSession(providerSession())
  await openApp('/settings')
  fireEvent.click(await screen.findByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your password' }))
  fireEvent.change(dialog.getByLabelText('Current password'), { target: { value: 'the old password' } })
  fireEvent.change(dialog.getByLabelText('New password'), { target: { value: '12345678' } })
  fireEvent.change(dialog.getByLabelText('Confirm new password'), { target: { value: '12345678' } })
  provider.updatesUser()
  fireEvent.click(dialog.getByRole('button', { name: 'Update password' }))
  expect(await screen.findByText('Password updated!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(currentPath()).toBe('/settings')
  expect(provider.calls('PUT', '/user')[0]?.body).toMatchObject({ password: '12345678', current_password: 'the old password' })
})

test.each([
  ['keep working', 'a password', providerSession()],
  ['stop working', 'a mailed link', recoverySession()],
])('MAIL-10 Settings says that access tokens %s after a new password in a session that began with %s', async (outcome, _, session) => {
  storeSession(session)
  await openApp('/settings')
  const section = within(await screen.findByRole('region', { name: 'Password' }))
  expect(section.getByText(/Access tokens/).textContent).toMatch(
    new RegExp(`all other devices.*Access tokens for coding tools ${outcome}`, 'i'),
  )
})

test('ERR-17 D-147 shows the reason of a refused password and stays', async () => {
  await openForm()
  provider.refuses('PUT', '/user', {
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  })
  submit('12345678', '12345678')
  await expectToast('error', 'Password reset failed', 'New password should be different from the old password.')
  expect(currentPath()).toBe('/reset-password')
})

test('AUTH-23 ERR-15 shows Access denied and sign-in without a session', async () => {
  await openApp('/reset-password')
  await expectToast('error', 'Access denied', 'Please use the password reset link from your email.')
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(screen.getAllByText('Access denied')).toHaveLength(1)
})
