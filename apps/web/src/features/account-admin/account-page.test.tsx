import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  graceId,
  mockAdminAccounts,
  sampleAccountDetails,
  sampleCharge,
  sampleEvent,
  sampleGrant,
  samplePurchase,
  sampleSubscription,
} from '../../testing/mock-admin-accounts.ts'
import { accountSection, openAccount } from '../../testing/open-account.tsx'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, adminAccounts } = contract
let mock: ReturnType<typeof mockAdminAccounts>

beforeEach(() => {
  mock = mockAdminAccounts()
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const answerReason = (reason: string) => fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } })
const sent = (method: string) => mock.api.requests.filter((request) => request.method === method).map(({ path, body }) => ({ path, body }))
const done = (message: string) => ({ success: true as const, message })

test('R-09 shows each entitlement as open or locked, with its reasons', async () => {
  const because = (text: string, holds: boolean) => ({
    kind: 'purchase' as const,
    id: 'cs_test_1',
    state: holds ? ('active' as const) : ('refunded' as const),
    holds,
    until: null,
    text,
  })
  const texts: Record<string, ReturnType<typeof because>> = {
    master_course: because('Master Course was bought on October 1, 2026 for €259.', true),
    resources: because('Refunded.', false),
  }
  mock.details({
    entitlements: sampleAccountDetails().entitlements.map(({ entitlement }) => {
      const reason = texts[entitlement]
      return { entitlement, held: reason?.holds ?? false, reasons: reason ? [reason] : [] }
    }),
  })
  await openAccount()
  const rows = (await accountSection('Access')).getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('li')?.textContent)
  expect(rows).toEqual([
    'Master CourseOpenMaster Course was bought on October 1, 2026 for €259.',
    'Prompt LibraryLockedRefunded.',
    'CommunityLockedNo access.',
    'Premium Slack SupportLockedNo access.',
    'My PromptsLockedNo access.',
    'VIP tutorialsLockedNo access.',
  ])
  await waitFor(() => expect(document.title).toBe('Grace Hopper · Vibe Coding Academy'))
})

test('shows status, dates, amounts and ids of payments, with links to Stripe', async () => {
  mock.details({
    customer: { customer_id: 'cus_1', created_at: '2026-10-01T08:00:00Z', checkout_completed_at: '2026-10-01T08:00:00Z', synced_at: null },
    purchases: [
      samplePurchase({ refunded_amount: 259_00, refunded_at: '2026-10-09T08:00:00Z' }),
      samplePurchase({ id: 'cs_test_2', offer: 'bundle', currency: 'usd', amount: 289_00, refunded_amount: 10_00, dispute_status: 'open' }),
    ],
    subscriptions: [
      sampleSubscription({ status: 'past_due' }),
      sampleSubscription({ id: 'sub_2', status: 'trialing', cancel_at: '2027-01-01T08:00:00Z' }),
    ],
  })
  await openAccount()
  const payments = await accountSection('Payments')
  expect(payments.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Vibe Coding StudioPayment failed',
    'Vibe Coding StudioFree periodCancelled, ends automatically',
    'Master Course, €259Refunded',
    'Launch bundle, $289, $10 refundedDisputed',
  ])
  expect(payments.getAllByRole('link', { name: /^pi_1/ })[0]?.getAttribute('href')).toBe('https://dashboard.stripe.com/test/payments/pi_1')
  expect(screen.getAllByRole('link', { name: /^cus_1/ })[0]?.getAttribute('href')).toBe('https://dashboard.stripe.com/test/customers/cus_1')
})

test('MONEY-12 MONEY-14 MONEY-16 shows refunded months and charges outside checkout', async () => {
  mock.details({
    charges: [
      sampleCharge({ id: 'ch_lost', dispute_status: 'lost', dispute_at: '2026-11-05T08:00:00Z' }),
      sampleCharge({ id: 'ch_back', refunded_amount: 29_00, refunded_at: '2026-11-09T08:00:00Z' }),
      sampleCharge({ id: 'ch_link', kind: 'outside', subscription_id: null, amount: 1_250, currency: 'chf', description: 'Workshop' }),
      sampleCharge({ id: 'in_month', invoice_id: 'in_month' }),
      sampleCharge({ id: 'in_other', invoice_id: 'in_other', kind: 'outside', description: null }),
      sampleCharge({ id: 'ch_yen', kind: 'outside', amount: 500, currency: 'jpy', refunded_amount: 100 }),
    ],
  })
  await openAccount()
  const payments = await accountSection('Payments')
  expect(payments.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'A month of the Studio, €29Dispute lost',
    'A month of the Studio, €29Refunded',
    'Paid outside checkout, CHF 12.50PaidOpens nothing',
    'A month of the Studio, paid outside Stripe, €29Paid',
    'Paid outside Stripe, €29PaidOpens nothing',
    'Paid outside checkout, ¥500, ¥100 refundedPaidOpens nothing',
  ])
  expect(payments.getByText('Workshop')).toBeTruthy()
  expect(payments.getAllByText('For'), 'only money from outside is described').toHaveLength(2)
  expect(payments.getByRole('link', { name: /^ch_link/ })).toBeTruthy()
  expect(payments.getAllByRole('link', { name: /^in_month/ }), 'there is no charge').toHaveLength(1)
})

test('MONEY-13 revokes a free purchase with a reason and offers no button for a paid one', async () => {
  const free = samplePurchase({
    id: 'cs_free',
    offer: 'bundle',
    amount: 0,
    charge_id: null,
    payment_intent_id: null,
    subscription_id: 'sub_1',
  })
  mock.details({ purchases: [free, samplePurchase()] })
  await openAccount()
  const payments = await accountSection('Payments')
  expect(payments.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Launch bundle, €0Free with a code',
    'Master Course, €259Paid',
  ])
  expect(payments.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1)
  press(/^Revoke/)
  const form = await dialog('Revoke Launch bundle')
  expect(form.getByText(/The Studio of the bundle ends too, .* Nothing was paid, so nothing is refunded\.$/)).toBeTruthy()
  answerReason('A stolen code')
  mock.api.reply(adminAccounts.revoke, 200, done('The package has been revoked.'))
  mock.details({ purchases: [{ ...free, revoked_at: '2026-11-20T08:00:00Z' }] })
  press('Revoke')
  expect(await screen.findByText('The package has been revoked.')).toBeTruthy()
  expect(sent('POST')).toEqual([
    { path: `/api/admin/accounts/${graceId}/grants/revoke`, body: { package: 'master_course', reason: 'A stolen code' } },
  ])
  expect((await accountSection('Payments')).getByRole('heading', { level: 3 }).textContent).toBe('Launch bundle, €0Revoked')
})

test('MONEY-13 revokes a free Studio and offers no button for a paid or bundled one', async () => {
  const free = sampleSubscription({ id: 'sub_free', status: 'trialing' })
  mock.details({
    purchases: [samplePurchase({ offer: 'bundle', subscription_id: 'sub_bundle' })],
    subscriptions: [
      free,
      sampleSubscription({ id: 'sub_paid' }),
      sampleSubscription({ id: 'sub_bundle' }),
      sampleSubscription({ id: 'sub_debit', payment: 'processing' }),
      sampleSubscription({ id: 'sub_over', status: 'canceled', ended_at: '2026-11-20T08:00:00Z' }),
    ],
    charges: [sampleCharge({ subscription_id: 'sub_paid' })],
  })
  await openAccount()
  expect((await accountSection('Payments')).getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1)
  press(/^Revoke/)
  const form = await dialog('Revoke Vibe Coding Studio')
  expect(form.getByText(/^Vibe Coding Studio closes at once .* Nothing was paid, so nothing is refunded\.$/)).toBeTruthy()
  answerReason('A stolen code')
  mock.api.reply(adminAccounts.revoke, 200, done('The package has been revoked.'))
  mock.details({ subscriptions: [{ ...free, revoked_at: '2026-11-20T08:00:00Z' }] })
  press('Revoke')
  expect(await screen.findByText('The package has been revoked.')).toBeTruthy()
  expect(sent('POST')).toEqual([
    { path: `/api/admin/accounts/${graceId}/grants/revoke`, body: { package: 'studio', reason: 'A stolen code' } },
  ])
  expect((await accountSection('Payments')).getByRole('heading', { level: 3 }).textContent).toBe('Vibe Coding StudioRevoked')
})

test('grants a package with a reason and refetches the account', async () => {
  await openAccount()
  expect((await accountSection('Granted packages')).getByText('No packages granted.')).toBeTruthy()
  press('Grant a package')
  const form = await dialog('Grant a package')
  fireEvent.change(form.getByLabelText('Package'), { target: { value: 'vip' } })
  expect(form.getByText('Opens: VIP tutorials.')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Last day'), { target: { value: '2027-01-31' } })
  press('Grant')
  expect(form.getByText('Enter a reason for the audit log.')).toBeTruthy()
  expect(sent('POST')).toEqual([])
  answerReason(' Spoke at the meetup ')
  mock.api.reply(adminAccounts.grant, 201, done('The package has been granted.'))
  mock.details({ grants: [sampleGrant()] })
  press('Grant')
  expect(await screen.findByText('The package has been granted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const expires_at = new Date(2027, 1, 1).toISOString()
  expect(sent('POST')).toEqual([
    { path: `/api/admin/accounts/${graceId}/grants`, body: { package: 'vip', reason: 'Spoke at the meetup', expires_at } },
  ])
  expect((await accountSection('Granted packages')).getByText('“Spoke at the meetup”')).toBeTruthy()
})

test('revokes a package with a reason and shows errors in the dialog', async () => {
  mock.details({
    grants: [
      sampleGrant(),
      sampleGrant({
        id: 'grant-0',
        state: 'revoked',
        revoked_at: '2026-09-03T08:00:00Z',
        revoked_by: 'admin@academy.test',
        revoke_reason: 'By mistake',
      }),
    ],
  })
  await openAccount()
  expect((await accountSection('Granted packages')).getByText(/“By mistake”/)).toBeTruthy()
  press(/^Revoke/)
  const form = await dialog('Revoke VIP access')
  answerReason('It was for one day')
  mock.api.refuse(adminAccounts.revoke, 409, 'conflict', 'This account does not hold this package.')
  fireEvent.click(form.getByRole('button', { name: 'Revoke' }))
  expect((await form.findByRole('alert')).textContent).toBe('This account does not hold this package.')
  mock.api.reply(adminAccounts.revoke, 200, done('The package has been revoked.'))
  mock.details({ grants: [] })
  fireEvent.click(form.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST').at(-1)).toEqual({
    path: `/api/admin/accounts/${graceId}/grants/revoke`,
    body: { package: 'vip', reason: 'It was for one day' },
  })
})

test('focuses the reason that the API refuses', async () => {
  mock.details({ grants: [sampleGrant()] })
  await openAccount()
  press(/^Revoke/)
  const form = await dialog('Revoke VIP access')
  answerReason('x')
  mock.api.refuse(adminAccounts.revoke, 400, 'invalid_request', 'Some fields are invalid.', {
    fields: { reason: 'Write at least three words.' },
  })
  const button = form.getByRole('button', { name: 'Revoke' })
  button.focus()
  fireEvent.click(button)
  expect(await form.findByText('Write at least three words.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
  expect(form.queryByRole('alert')).toBeNull()
})

test('PRICE-18 hides the bundle and offers it again, each with a reason', async () => {
  await openAccount()
  expect((await accountSection('Bundle offer')).getByText(/^Offered/)).toBeTruthy()
  press('Hide the bundle')
  const form = await dialog('Hide the bundle')
  answerReason('Bought it last year')
  mock.api.reply(adminAccounts.bundleDeal, 200, done('The bundle is hidden from this account now.'))
  mock.details({ account: { hide_bundle_deal: true } })
  fireEvent.click(form.getByRole('button', { name: 'Hide the bundle' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT')).toEqual([
    { path: `/api/admin/accounts/${graceId}/bundle-deal`, body: { hidden: true, reason: 'Bought it last year' } },
  ])
  expect((await accountSection('Bundle offer')).getByText(/^Hidden/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Offer the bundle again' })).toBeTruthy()
})

test('shows the audit log, checkouts and Stripe events', async () => {
  mock.details({
    events: [sampleEvent(), sampleEvent({ id: 'evt_2', type: 'charge.refunded', applied_at: null, error: 'Stripe did not answer.' })],
    audit_log: [
      {
        id: '1',
        at: '2026-10-01T08:00:00Z',
        who: 'admin@academy.test',
        what: 'grant',
        reason: 'A guest',
        details: { package: 'vip', expires_at: null },
      },
    ],
  })
  await openAccount()
  expect((await accountSection('Events from Stripe')).getByText('Stripe did not answer.')).toBeTruthy()
  expect((await accountSection('Audit log')).getByRole('listitem').textContent).toMatch(
    /Granted a package by admin@academy\.test“A guest”package: vip · expires at: none$/,
  )
  expect((await accountSection('Checkouts')).getByText('No checkouts yet.')).toBeTruthy()
})

test('shows a missing account, and a failed load with a retry', async () => {
  mock.api.refuse(adminAccounts.details, 404, 'not_found', 'There is no account with this id.')
  await renderSignedIn('/admin/accounts/unknown')
  expect(await screen.findByRole('heading', { level: 1, name: 'Account not found' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('R-07 shows other users that the page is for the administrator and sends no request', async () => {
  mock.api.reply(accounts.context, 200, sampleContext())
  await renderSignedIn(`/admin/accounts/${graceId}`)
  expect(await screen.findByText('Only the administrator can open this page.')).toBeTruthy()
  expect(mock.api.requests.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
})
