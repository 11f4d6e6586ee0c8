import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { cannedProvider, sampleSession as providerSession } from '../../testing/canned-provider.ts'
import { address, keepSession, openApp } from '../../testing/open-app.tsx'
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

const password = () => screen.getByLabelText<HTMLInputElement>('New password')
const confirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm new password')
const submit = (first: string, second: string) => {
  fireEvent.change(password(), { target: { value: first } })
  fireEvent.change(confirmation(), { target: { value: second } })
  fireEvent.click(screen.getByRole('button', { name: 'Update password' }))
}
const openForm = async () => {
  keepSession(providerSession())
  await openApp('/reset-password')
  await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })
}

test('AUTH-19 AUTH-20 a new password and its confirmation, both required', async () => {
  await openForm()
  expect([password().required, confirmation().required]).toEqual([true, true])
  submit('', '')
  expect(screen.getByText('Password must be at least 8 characters long')).toBeTruthy()
  submit('long enough', '')
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  expect(api.requests).toEqual([])
})

test('AUTH-21 D-20 seven characters are too few: said at the field, before anything about the confirmation', async () => {
  await openForm()
  submit('1234567', 'different')
  expect(screen.getByText('Password must be at least 8 characters long')).toBeTruthy()
  expect(screen.queryByText('Passwords do not match')).toBeNull()
  expect(document.activeElement).toBe(password())
  expect(api.requests).toEqual([])
})

test('AUTH-22 D-20 a confirmation that differs is said at its field', async () => {
  await openForm()
  submit('12345678', '12345679')
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  expect(document.activeElement).toBe(confirmation())
  expect(api.requests).toEqual([])
})

test('AUTH-24 AUTH-25 ERR-16 a valid new password is saved by the provider; then comes the dashboard', async () => {
  await openForm()
  provider.updatesUser()
  submit('12345678', '12345678')
  expect(await screen.findByText('Password updated!')).toBeTruthy()
  expect(screen.getByText('Your password has been successfully updated.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/dashboard'))
  const [call] = provider.calls('PUT', '/user')
  expect([call?.body, call?.token]).toEqual([expect.objectContaining({ password: '12345678' }), 'Bearer first-access-token'])
})

test('ERR-17 D-147 a refused new password says why, and stays', async () => {
  await openForm()
  provider.refuses('PUT', '/user', {
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  })
  submit('12345678', '12345678')
  expect(await screen.findByText('Password reset failed')).toBeTruthy()
  expect(screen.getByText('New password should be different from the old password.')).toBeTruthy()
  expect(address()).toBe('/reset-password')
})

test('AUTH-23 ERR-15 without a session: access denied, and sign-in', async () => {
  await openApp('/reset-password')
  expect(await screen.findByText('Access denied')).toBeTruthy()
  expect(screen.getByText('Please use the password reset link from your email.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/login'))
  expect(screen.getAllByText('Access denied')).toHaveLength(1)
})

test('AUTH-26 D-20 the link of a reset mail opens the form, and its tokens leave the address', async () => {
  provider.knowsUser()
  const { access_token, refresh_token, expires_at } = providerSession()
  await openApp(
    `/reset-password#access_token=${access_token}&expires_at=${expires_at}&expires_in=3600&refresh_token=${refresh_token}&token_type=bearer&type=recovery`,
  )
  await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })
  expect(window.location.href).toBe('http://localhost:3000/reset-password')
  expect(screen.queryByText('Access denied')).toBeNull()
})
