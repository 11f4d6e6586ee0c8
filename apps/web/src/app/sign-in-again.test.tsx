import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CannedApi, cannedApi } from '../testing/canned-api.ts'
import { cannedProvider, sampleSession as providerSession } from '../testing/canned-provider.ts'
import { address, keepSession, navigationState, openApp } from '../testing/open-app.tsx'
import { sampleContext } from '../testing/samples.ts'

const { accounts } = contract
let api: CannedApi
let provider: ReturnType<typeof cannedProvider>

beforeEach(() => {
  api = cannedApi()
  provider = cannedProvider(api)
  api.reply(accounts.context, 200, sampleContext())
})
afterEach(() => api.expectNothingElse())

const openForm = async () => {
  keepSession(providerSession())
  await openApp('/settings')
  await screen.findByLabelText('First name')
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const askedToSignIn = async () => {
  expect(await screen.findByText('Authentication error')).toBeTruthy()
  expect(screen.getByText('Please sign in to continue.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/login'))
  expect(navigationState()).toEqual({ from: '/settings' })
}

test('ERR-08 D-19 something done without a session asks to sign in, with the page remembered', async () => {
  await openForm()
  localStorage.clear()
  save()
  await askedToSignIn()
  expect(api.count('PUT', '/api/accounts/profile')).toBe(0)
})

test('ERR-08 API-05 something done with a session that ran out asks to sign in as well', async () => {
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

test('ERR-08 D-110 and so does a token that is refused although it is new', async () => {
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
  test(`ERR-08 D-19 while the provider ${how}, what is done with an expired token fails like in any outage, and nobody is signed out`, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openForm()
    keepSession(providerSession('first', -60))
    fail()
    save()
    await act(() => vi.advanceTimersByTimeAsync(26_000))
    expect(await screen.findByText('The academy cannot be reached. Check your connection and try again.')).toBeTruthy()
    expect(screen.queryByText('Authentication error')).toBeNull()
    expect([address(), localStorage.getItem('academy.auth')?.includes('first-refresh-token')]).toEqual(['/settings', true])

    const away = /^The academy cannot be reached at the moment/
    expect(screen.getByText(away)).toBeTruthy()
    provider.signsIn(providerSession('second'))
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    await waitFor(() => expect(screen.queryByText(away)).toBeNull())
    api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' })
    save()
    expect(await screen.findByText('Your profile has been updated successfully.')).toBeTruthy()
  })
}

test('ERR-08 API-05 a token that is refused while no new one can be had ends no session', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openForm()
  api.refuse(accounts.updateProfile, 401, 'unauthenticated', 'Sign in to continue.')
  provider.breaks('POST', '/token')
  save()
  await act(() => vi.advanceTimersByTimeAsync(26_000))
  expect(await screen.findByText('The academy cannot be reached. Check your connection and try again.')).toBeTruthy()
  expect([address(), localStorage.getItem('academy.auth') === null]).toEqual(['/settings', false])
})
