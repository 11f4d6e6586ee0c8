import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  cannedAccounts,
  graceId,
  sampleEvent,
  sampleFile,
  sampleGrant,
  samplePurchase,
  sampleSubscription,
} from '../../testing/canned-accounts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, adminAccounts } = contract
let canned: ReturnType<typeof cannedAccounts>

beforeEach(() => {
  canned = cannedAccounts()
})
afterEach(() => canned.api.expectNothingElse())

const openAccount = async () => {
  const router = await renderSignedIn(`/admin/accounts/${graceId}`)
  await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })
  return router
}
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const answerReason = (reason: string) => fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } })
const sent = (method: string) =>
  canned.api.requests.filter((request) => request.method === method).map(({ path, body }) => ({ path, body }))
const done = (message: string) => ({ success: true, message })

test('R-09 each entitlement says whether it is open, and in words why it is, or is not any more', async () => {
  const because = (text: string, holds: boolean) => ({
    kind: 'purchase' as const,
    id: 'cs_test_1',
    state: holds ? ('active' as const) : ('refunded' as const),
    holds,
    until: null,
    text,
  })
  const told: Record<string, ReturnType<typeof because>> = {
    master_course: because('Master Course was bought on 1 October 2026 for €259.', true),
    resources: because('Refunded.', false),
  }
  canned.file({
    entitlements: sampleFile().entitlements.map(({ entitlement }) => {
      const reason = told[entitlement]
      return { entitlement, held: reason?.holds ?? false, reasons: reason ? [reason] : [] }
    }),
  })
  await openAccount()
  const rows = (await part('What they may open')).getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('li')?.textContent)
  expect(rows).toEqual([
    'Master CourseOpenMaster Course was bought on 1 October 2026 for €259.',
    'Prompt LibraryLockedRefunded.',
    'CommunityLockedNothing ever opened it.',
    'Premium Slack SupportLockedNothing ever opened it.',
    'My PromptsLockedNothing ever opened it.',
    'VIP tutorialsLockedNothing ever opened it.',
  ])
  expect(document.title).toBe('Grace Hopper · Vibe Coding Academy')
})

test('payments say what became of each, with its dates, amounts and ids; those lead to Stripe', async () => {
  canned.file({
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
  const payments = await part('Payments')
  expect(payments.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Vibe Coding StudioPayment failed',
    'Vibe Coding StudioFree periodCancelled, ends by itself',
    'Master Course, €259Refunded',
    'Launch bundle, $289, $10 refundedDisputed',
  ])
  expect(payments.getAllByRole('link', { name: /^pi_1/ })[0]?.getAttribute('href')).toBe('https://dashboard.stripe.com/test/payments/pi_1')
  expect(screen.getAllByRole('link', { name: /^cus_1/ })[0]?.getAttribute('href')).toBe('https://dashboard.stripe.com/test/customers/cus_1')
})

test('ids of live payments lead to the live pages', async () => {
  canned.file({ purchases: [samplePurchase({ id: 'cs_live_1' })] })
  await openAccount()
  expect(screen.getByRole('link', { name: /^ch_1/ }).getAttribute('href')).toBe('https://dashboard.stripe.com/payments/ch_1')
})

test('a package is granted with a reason, and the account is looked at again', async () => {
  await openAccount()
  expect((await part('Granted packages')).getByText('Nothing was ever granted.')).toBeTruthy()
  press('Grant a package')
  const form = await dialog('Grant a package')
  fireEvent.change(form.getByLabelText('Package'), { target: { value: 'vip' } })
  expect(form.getByText('Opens: VIP tutorials.')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Last day'), { target: { value: '2027-01-31' } })
  press('Grant')
  expect(form.getByText('Say why, so that it can be understood later.')).toBeTruthy()
  expect(sent('POST')).toEqual([])
  answerReason(' Spoke at the meetup ')
  canned.api.reply(adminAccounts.grant, 201, done('The package has been granted.'))
  canned.file({ grants: [sampleGrant()] })
  press('Grant')
  expect(await screen.findByText('The package has been granted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const expires_at = new Date(2027, 1, 1).toISOString()
  expect(sent('POST')).toEqual([
    { path: `/api/admin/accounts/${graceId}/grants`, body: { package: 'vip', reason: 'Spoke at the meetup', expires_at } },
  ])
  expect((await part('Granted packages')).getByText('“Spoke at the meetup”')).toBeTruthy()
})

test('what was granted is taken back with a reason; a refusal is said in the dialog', async () => {
  canned.file({
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
  expect((await part('Granted packages')).getByText(/“By mistake”/)).toBeTruthy()
  press(/^Take back/)
  const form = await dialog('Take back VIP access')
  answerReason('It was for one day')
  canned.api.refuse(adminAccounts.revoke, 409, 'conflict', 'This account does not hold this package.')
  fireEvent.click(form.getByRole('button', { name: 'Take back' }))
  expect((await form.findByRole('alert')).textContent).toBe('This account does not hold this package.')
  canned.api.reply(adminAccounts.revoke, 200, done('The package has been revoked.'))
  canned.file({ grants: [] })
  fireEvent.click(form.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST').at(-1)).toEqual({
    path: `/api/admin/accounts/${graceId}/grants/revoke`,
    body: { package: 'vip', reason: 'It was for one day' },
  })
})

test('PRICE-18 the bundle is hidden from an account, and offered again, each with a reason', async () => {
  await openAccount()
  expect((await part('Bundle offer')).getByText(/^Offered/)).toBeTruthy()
  press('Hide the bundle')
  const form = await dialog('Hide the bundle')
  answerReason('Bought it last year')
  canned.api.reply(adminAccounts.bundleDeal, 200, done('The bundle is hidden from this account now.'))
  canned.file({ account: { hide_bundle_deal: true } })
  fireEvent.click(form.getByRole('button', { name: 'Hide the bundle' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT')).toEqual([
    { path: `/api/admin/accounts/${graceId}/bundle-deal`, body: { hidden: true, reason: 'Bought it last year' } },
  ])
  expect((await part('Bundle offer')).getByText(/^Hidden/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Offer the bundle again' })).toBeTruthy()
})

test('the audit log, the checkouts and what Stripe told are there to look at', async () => {
  canned.file({
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
  expect((await part('Events from Stripe')).getByText('Stripe did not answer.')).toBeTruthy()
  expect((await part('Audit log')).getByRole('listitem').textContent).toMatch(
    /Granted a package by admin@academy\.test“A guest”package: vip · expires at: none$/,
  )
  expect((await part('Checkouts')).getByText('None was ever begun.')).toBeTruthy()
})

test('an account that does not exist says so; one that fails to load can be tried again', async () => {
  canned.api.refuse(adminAccounts.file, 404, 'not_found', 'There is no account with this id.')
  await renderSignedIn('/admin/accounts/nobody')
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such account' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('R-07 whoever is not the administrator is told so, and nothing is asked of the server', async () => {
  canned.api.reply(accounts.context, 200, sampleContext())
  await renderSignedIn(`/admin/accounts/${graceId}`)
  expect(await screen.findByText("This page is for the academy's administrator.")).toBeTruthy()
  expect(canned.api.requests.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
})
