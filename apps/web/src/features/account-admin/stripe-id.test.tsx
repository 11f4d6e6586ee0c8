import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockAdminAccounts, sampleCheckout, samplePurchase, sampleSubscription } from '../../testing/mock-admin-accounts.ts'
import { openAccount } from '../../testing/open-account.tsx'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

let mock: ReturnType<typeof mockAdminAccounts>

beforeEach(() => {
  mock = mockAdminAccounts()
})

const target = (id: string) => screen.getByRole('link', { name: new RegExp(`^${id}`) }).getAttribute('href')
const LIVE = 'https://dashboard.stripe.com'
const TEST = `${LIVE}/test`

test('links each purchase to the mode of its checkout, and other ids to the mode of the newest one', async () => {
  mock.details({
    checkouts: [sampleCheckout({ session_id: 'cs_live_2' }), sampleCheckout({ session_id: 'cs_test_1' })],
    purchases: [samplePurchase({ id: 'cs_live_2', charge_id: 'ch_live' }), samplePurchase({ id: 'cs_test_1', charge_id: 'ch_test' })],
    subscriptions: [sampleSubscription({ id: 'sub_9' })],
  })
  await openAccount()
  expect([target('ch_live'), target('ch_test'), target('sub_9')]).toEqual([
    `${LIVE}/payments/ch_live`,
    `${TEST}/payments/ch_test`,
    `${LIVE}/subscriptions/sub_9`,
  ])
})

test('links other ids to the mode of the newest purchase of an account without checkouts', async () => {
  mock.details({
    purchases: [samplePurchase({ id: 'cs_test_2', charge_id: 'ch_2' }), samplePurchase({ id: 'cs_live_1', charge_id: 'ch_1' })],
    subscriptions: [sampleSubscription({ id: 'sub_9' })],
  })
  await openAccount()
  expect([target('ch_2'), target('ch_1'), target('sub_9')]).toEqual([
    `${TEST}/payments/ch_2`,
    `${LIVE}/payments/ch_1`,
    `${TEST}/subscriptions/sub_9`,
  ])
})

test('links the customer of a payment issue to the mode of its checkout', async () => {
  mock.paymentIssues({
    checkouts: [
      sampleCheckout({ session_id: 'cs_live_2', customer_id: 'cus_live', problem: 'Paid twice.' }),
      sampleCheckout({ session_id: 'cs_test_1', customer_id: 'cus_test', problem: 'Paid twice.' }),
    ],
  })
  await renderSignedIn('/admin/accounts')
  await within(await screen.findByRole('region', { name: 'Payment issues' })).findAllByText('Paid twice.')
  expect([target('cus_live'), target('cus_test')]).toEqual([`${LIVE}/customers/cus_live`, `${TEST}/customers/cus_test`])
})
