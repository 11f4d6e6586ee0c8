import { contract } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { graceId, mockAdminAccounts, samplePurchase } from '../../testing/mock-admin-accounts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

let mock: ReturnType<typeof mockAdminAccounts>
const customer = { customer_id: 'cus_1', created_at: '2026-10-01T08:00:00Z', checkout_completed_at: null, synced_at: null }

beforeEach(() => {
  mock = mockAdminAccounts()
})

const openAccount = async () => {
  await renderSignedIn(`/admin/accounts/${graceId}`)
  await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })
}
const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Sync with Stripe' }))

test('R-09 syncs with Stripe and shows the result', async () => {
  mock.details({ customer })
  await openAccount()
  mock.api.reply(contract.adminAccounts.sync, 200, { success: true, message: 'The account is in sync with Stripe.' })
  mock.details({ customer, purchases: [samplePurchase()] })
  ask()
  expect(await screen.findByText('The account is in sync with Stripe.')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 3, name: /Master Course, €259/ })).toBeTruthy()
  const posts = mock.api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
  expect(posts).toEqual([{ path: `/api/admin/accounts/${graceId}/sync`, body: {} }])
})

test('shows an error when Stripe is unreachable', async () => {
  mock.details({ customer })
  await openAccount()
  const message = 'The payment provider cannot be reached at the moment. Nothing was charged.'
  mock.api.reply(contract.adminAccounts.sync, 502, { success: false, error: message, message, code: 'payment_provider_error' })
  ask()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByText("We couldn't reach Stripe")).toBeTruthy()
})

test('shows no sync button without a Stripe customer', async () => {
  mock.details({ customer: null })
  await openAccount()
  expect(screen.queryByRole('button', { name: 'Sync with Stripe' })).toBeNull()
})
