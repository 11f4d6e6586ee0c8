import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../testing/mock-api.ts'
import { sampleSession as providerSession } from '../testing/mock-auth-provider.ts'
import { mockAccount } from '../testing/mock-services.ts'
import { openApp, storeSession } from '../testing/open-app.tsx'
import { sampleContext } from '../testing/samples.ts'

const { accounts, health } = contract
const AWAY = /We can't reach the academy right now/
let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
  storeSession(providerSession())
})

const isBack = () => {
  api.reply(health.ready, 200, { status: 'ready' })
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
}

test('shows a notice while the API is unreachable, keeps the input, and saves once it is back', async () => {
  await openApp('/settings')
  const name = await screen.findByLabelText<HTMLInputElement>('First name')
  fireEvent.change(name, { target: { value: 'Grace' } })
  api.refuse(accounts.updateProfile, 503, 'unavailable', 'The academy is not available at the moment.')
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText(AWAY)
  expect(name.value).toBe('Grace')

  isBack()
  await waitFor(() => expect(screen.queryByText(AWAY)).toBeNull())
  expect(name.value).toBe('Grace')
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' })
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(api.count('PUT', '/api/accounts/profile')).toBe(2))
})

test('refetches failed queries once the API is back', async () => {
  api.refuse(accounts.context, 503, 'unavailable', 'The academy is not available at the moment.')
  await openApp('/settings')
  await screen.findByText('Could not load profile information.')
  await screen.findByText(AWAY)
  api.reply(accounts.context, 200, sampleContext())
  isBack()
  expect(await screen.findByLabelText('First name')).toBeTruthy()
  expect(screen.queryByText(AWAY)).toBeNull()
})

test('shows an offline notice until the network is back', async () => {
  await openApp('/settings')
  await screen.findByLabelText('First name')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(/^You're offline/)).toBeTruthy()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByText(/^You're offline/)).toBeNull()
})

test('shows no notice for an error response of one endpoint', async () => {
  await openApp('/settings')
  await screen.findByLabelText('First name')
  api.refuse(accounts.updateProfile, 500, 'internal', 'Something went wrong on our side.')
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Something went wrong on our side.')
  expect(screen.queryByText(AWAY)).toBeNull()
})
