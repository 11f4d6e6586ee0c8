import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../testing/mock-api.ts'
import { sampleSession as providerSession } from '../testing/mock-auth-provider.ts'
import { type MockServices, mockAccount } from '../testing/mock-services.ts'
import { currentPath, navigationState, openApp, storeSession } from '../testing/open-app.tsx'
import { expectToast } from '../testing/toasts.ts'

const { accounts } = contract
let api: MockApi
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockAccount())
})

const openForm = async () => {
  storeSession(providerSession())
  await openApp('/settings')
  await screen.findByLabelText('First name')
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const askedToSignIn = async () => {
  await expectToast('error', 'Authentication error', 'Please sign in to continue.')
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(navigationState()).toEqual({ from: '/settings' })
}

test('ERR-08 D-19 a mutation without a session redirects to sign-in with the return path', async () => {
  await openForm()
  localStorage.clear()
  save()
  await askedToSignIn()
  expect(api.count('PUT', '/api/accounts/profile')).toBe(0)
})

test('ERR-08 API-05 a mutation with an expired session redirects to sign-in', async () => {
  await openForm()
  api.refuse(accounts.updateProfile, 401, 'unauthenticated', 'Sign in to continue.')
  provider.refuses('POST', '/token', {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  })
  provider.signsOut()
  save()
  await askedToSignIn()
})

test('ERR-08 D-110 a refused new token redirects to sign-in', async () => {
  await openForm()
  api.refuse(accounts.updateProfile, 401, 'unauthenticated', 'Sign in to continue.')
  provider.signsIn(providerSession('second'))
  provider.signsOut()
  save()
  await askedToSignIn()
  expect(api.count('PUT', '/api/accounts/profile')).toBe(2)
  expect(screen.queryByText('Update Failed')).toBeNull()
})

for (const [how, fail] of [
  ['cannot be reached', () => provider.breaks('POST', '/token')],
  ['is out of order', () => provider.refuses('POST', '/token', { status: 503, code: 'unexpected_failure', message: 'Back in a minute.' })],
] as const) {
  test(`ERR-08 D-19 while the provider ${how}, a mutation with an expired token fails like in an outage and keeps the session`, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openForm()
    storeSession(providerSession('first', -60))
    fail()
    save()
    await act(() => vi.advanceTimersByTimeAsync(26_000))
    expect(await screen.findByText("We can't reach the academy. Check your connection and try again.")).toBeTruthy()
    expect(screen.queryByText('Authentication error')).toBeNull()
    expect([currentPath(), localStorage.getItem('academy.auth')?.includes('first-refresh-token')]).toEqual(['/settings', true])

    const away = /^We can't reach the academy right now/
    expect(screen.getByText(away)).toBeTruthy()
    provider.signsIn(providerSession('second'))
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    await waitFor(() => expect(screen.queryByText(away)).toBeNull())
    api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' })
    save()
    expect(await screen.findByText('Your profile has been updated successfully.')).toBeTruthy()
  })
}

test('ERR-08 API-05 keeps the session when a token is refused and the refresh fails', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openForm()
  api.refuse(accounts.updateProfile, 401, 'unauthenticated', 'Sign in to continue.')
  provider.breaks('POST', '/token')
  save()
  await act(() => vi.advanceTimersByTimeAsync(26_000))
  expect(await screen.findByText("We can't reach the academy. Check your connection and try again.")).toBeTruthy()
  expect([currentPath(), localStorage.getItem('academy.auth') === null]).toEqual(['/settings', false])
})
