import { contract } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cannedAccounts, graceId, samplePurchase } from '../../testing/canned-accounts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

let canned: ReturnType<typeof cannedAccounts>
const customer = { customer_id: 'cus_1', created_at: '2026-10-01T08:00:00Z', checkout_completed_at: null, synced_at: null }

beforeEach(() => {
  canned = cannedAccounts()
})
afterEach(() => canned.api.expectNothingElse())

const openAccount = async () => {
  await renderSignedIn(`/admin/accounts/${graceId}`)
  await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })
}
const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Ask Stripe now' }))

test('R-09 Stripe is asked for what is missing, and what it tells is shown', async () => {
  canned.file({ customer })
  await openAccount()
  canned.api.reply(contract.adminAccounts.sync, 200, { success: true, message: 'This is what Stripe knows now.' })
  canned.file({ customer, purchases: [samplePurchase()] })
  ask()
  expect(await screen.findByText('This is what Stripe knows now.')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 3, name: /Master Course, €259/ })).toBeTruthy()
  const posts = canned.api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
  expect(posts).toEqual([{ path: `/api/admin/accounts/${graceId}/sync`, body: {} }])
})

test('when Stripe cannot be asked, that is said', async () => {
  canned.file({ customer })
  await openAccount()
  const message = 'The payment provider cannot be reached at the moment. Nothing was charged.'
  canned.api.reply(contract.adminAccounts.sync, 502, { success: false, error: message, message, code: 'payment_provider_error' })
  ask()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByText('Stripe was not asked')).toBeTruthy()
})

test('of somebody who never began to pay there is nothing to ask', async () => {
  canned.file({ customer: null })
  await openAccount()
  expect(screen.queryByRole('button', { name: 'Ask Stripe now' })).toBeNull()
})
