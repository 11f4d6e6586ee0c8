import { contract } from '@academy/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { expectToast } from '../../testing/toasts.ts'

const { accounts } = contract
let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
})

const openForm = async () => {
  const router = await renderSignedIn('/settings')
  await screen.findByLabelText('First name')
  return router
}
const shownIn = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))

test('SET-01 SET-03 SET-04 shows editable name and job title and a read-only email', async () => {
  await openForm()
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'My Profile' }).getAttribute('aria-selected')).toBe('true')
  expect([shownIn('First name'), shownIn('Last name'), shownIn('Job title')]).toEqual(['Ada', 'Lovelace', 'Entrepreneur'])
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  expect([email.value, email.readOnly, email.disabled]).toEqual(['ada@example.com', true, true])
})

test('SELLER-27 links to withdrawal and cancellation', async () => {
  await openForm()
  const links = within(await screen.findByRole('navigation', { name: 'Legal' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/withdraw', '/withdraw#cancel'])
})

test('D-84 shows a job title outside the list as Other with its text', async () => {
  api.reply(accounts.context, 200, sampleContext({ job_title: 'Chief of Staff' }))
  await openForm()
  expect([shownIn('Job title'), shownIn('Specify Job Title')]).toEqual(['Other', 'Chief of Staff'])
})

test('SET-05 loads the account on opening before it shows the form', async () => {
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(accounts.context, 200, sampleContext(), { after })
  await renderSignedIn('/settings')
  expect(await screen.findByText('Loading profile...')).toBeTruthy()
  expect(screen.queryByLabelText('First name')).toBeNull()
  respond()
  expect(await screen.findByLabelText('First name')).toBeTruthy()
})

test('SET-06 ERR-06 shows an error, a toast and a retry without an account', async () => {
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong on our side.')
  await renderSignedIn('/settings')
  expect(await screen.findByText('Could not load profile information.')).toBeTruthy()
  await expectToast('error', 'Error', 'Failed to load account data. Please try again.')
  expect(screen.queryByLabelText('First name')).toBeNull()
  api.reply(accounts.context, 200, sampleContext())
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1) as HTMLElement)
  expect(await screen.findByLabelText('First name')).toBeTruthy()
})

test('SET-07 SET-08 SET-09 ERR-05 saves the profile, disables the button meanwhile and reloads the account', async () => {
  await openForm()
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' }, { after })
  const loads = api.count('GET', '/api/accounts/context')
  type('First name', ' Augusta ')
  type('Job title', 'Product Manager')
  save()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })
  expect(button.disabled).toBe(true)
  api.reply(accounts.context, 200, sampleContext({ first_name: 'Augusta', job_title: 'Product Manager' }))
  respond()
  await expectToast('success', 'Success', 'Your profile has been updated successfully.')
  expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    first_name: 'Augusta',
    last_name: 'Lovelace',
    job_title: 'Product Manager',
  })
  await waitFor(() => expect(api.count('GET', '/api/accounts/context')).toBe(loads + 1))
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeTruthy()
})

test('SET-10 R-17 D-85 ERR-03 validates nothing and shows the server’s message in a toast and at the field', async () => {
  await openForm()
  const reason = 'First name is required.'
  api.refuse(accounts.updateProfile, 400, 'invalid_request', reason, { fields: { first_name: reason } })
  type('First name', '')
  save()
  await expectToast('error', 'Update Failed', reason)
  expect(screen.getAllByText(reason)).toHaveLength(2)
  expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBe('true')
  expect(api.requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ first_name: '' })
})

test('SET-02 D-83 has two tabs; Pricing & Plans shows the prices inline', async () => {
  const router = await renderSignedIn('/settings')
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['My Profile', 'true'],
    ['Pricing & Plans', 'false'],
  ])
  fireEvent.click(screen.getByRole('tab', { name: 'Pricing & Plans' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Official Launch Pricing' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 3, name: 'Launch bundle' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.path).toBe('/settings?tab=pricing')
  fireEvent.click(screen.getByRole('tab', { name: 'My Profile' }))
  expect(await screen.findByLabelText('First name')).toBeTruthy()
  expect(router.path).toBe('/settings')
})

test('SET-02 D-83 PRICE-16 PRICE-17 opens the pricing tab by its URL, with plan and purchases', async () => {
  const entitlements = { ...sampleContext().data.entitlements, master_course: true }
  const subscriptions = [{ price_id: 'price_2', plan_name: 'studio', status: 'active' }]
  api.reply(accounts.context, 200, sampleContext({ entitlements, subscriptions, stripe_customer_id: 'cus_1' }))
  await renderSignedIn('/settings?tab=pricing')
  expect(await screen.findByRole('button', { name: 'Manage plan' })).toBeTruthy()
  expect(screen.getByText('Course Already Purchased')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Launch bundle' })).toBeNull()
})

test('SET-02 ACCESS-09 shows no price while the account loads', async () => {
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await renderSignedIn('/settings?tab=pricing')
  await screen.findByRole('tab', { name: 'Pricing & Plans' })
  await waitFor(() => expect(screen.getByRole('tabpanel').textContent).toBe('Loading...'))
  expect(screen.queryByText(/[€$]\d/)).toBeNull()
})

test('SET-03 SET-05 keeps unsaved input while the other tab is open', async () => {
  await openForm()
  type('First name', 'Augusta')
  fireEvent.click(screen.getByRole('tab', { name: 'Pricing & Plans' }))
  await screen.findByRole('heading', { level: 2, name: 'Official Launch Pricing' })
  api.reply(accounts.context, 200, sampleContext({ last_name: 'King' }))
  fireEvent.click(screen.getByRole('tab', { name: 'My Profile' }))
  await screen.findByLabelText('First name')
  expect([shownIn('First name'), shownIn('Last name')]).toEqual(['Augusta', 'Lovelace'])
})

test('SAVE-06 keeps unsaved input across a reload until the user discards it, for its owner alone', async () => {
  await openForm()
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull()
  type('First name', 'Augusta')
  cleanup()
  await openForm()
  expect(shownIn('First name')).toBe('Augusta')
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect([shownIn('First name'), document.activeElement]).toEqual(['Ada', screen.getByLabelText('First name')])
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull()
  type('First name', 'Augusta')
  cleanup()
  api.reply(accounts.context, 200, sampleContext({ account_id: '99999999-2222-4333-8444-555555555555' }))
  await openForm()
  expect(shownIn('First name')).toBe('Ada')
})

test('A11Y-13 a tab is a step of the history', async () => {
  const router = await openForm()
  fireEvent.click(screen.getByRole('tab', { name: 'Pricing & Plans' }))
  await screen.findByRole('heading', { level: 2, name: 'Official Launch Pricing' })
  fireEvent.click(screen.getByRole('tab', { name: 'My Profile' }))
  act(router.goBack)
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Pricing & Plans')
})

test('SET-09 shows the saved account and keeps input typed during the save', async () => {
  await openForm()
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' }, { after })
  type('First name', ' Augusta ')
  save()
  await screen.findByRole('button', { name: 'Saving...' })
  type('Last name', 'King')
  api.reply(accounts.context, 200, sampleContext({ first_name: 'Augusta' }))
  respond()
  await screen.findByRole('button', { name: 'Save changes' })
  expect([shownIn('First name'), shownIn('Last name')]).toEqual([' Augusta ', 'King'])
  save()
  await waitFor(() => expect(shownIn('First name')).toBe('Augusta'))
})

test('SET-05 SET-09 shows the account after a save that ended while the other tab was open', async () => {
  await openForm()
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' }, { after })
  type('First name', 'Augusta')
  save()
  await screen.findByRole('button', { name: 'Saving...' })
  fireEvent.click(screen.getByRole('tab', { name: 'Pricing & Plans' }))
  await screen.findByRole('heading', { level: 2, name: 'Official Launch Pricing' })
  const { queryClient } = await import('../../api/query-client.ts')
  respond()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  api.reply(accounts.context, 200, sampleContext({ first_name: 'Ada Augusta' }))
  fireEvent.click(screen.getByRole('tab', { name: 'My Profile' }))
  await screen.findByLabelText('First name')
  expect(shownIn('First name')).toBe('Ada Augusta')
})

const receipt = (number: number, changes: object = {}) => ({
  id: `in_${number}`,
  at: '2026-11-22T12:00:00.000Z',
  description: `Vibe Coding Studio, month ${number}`,
  amount: 17_00,
  currency: 'eur',
  state: 'paid' as const,
  url: `https://invoice.stripe.test/${number}`,
  ...changes,
})
const openReceipts = async () => {
  await renderSignedIn('/settings?tab=pricing')
  return within(await screen.findByRole('region', { name: 'Receipts and invoices' }))
}

test('BUY-08 lists receipts and invoices with their pages at Stripe, the first six and then all', async () => {
  api.reply(accounts.context, 200, sampleContext({ stripe_customer_id: 'cus_1' }))
  const receipts = [
    receipt(1, { state: 'open' }),
    receipt(2, { state: 'refunded', amount: 259_00, currency: 'usd' }),
    receipt(3, { state: 'partly_refunded', amount: 1234, currency: 'gbp', url: null }),
    receipt(4, { state: 'dispute_lost' }),
    ...[5, 6, 7].map((number) => receipt(number)),
  ]
  api.reply(contract.billing.receipts, 200, { receipts, has_more: true })
  const section = await openReceipts()
  const rows = await section.findAllByRole('listitem')
  expect(rows).toHaveLength(6)
  expect(rows.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Nov 22, 2026Vibe Coding Studio, month 1Not paid yet€17Pay /),
    expect.stringMatching(/month 2Refunded\$259Receipt /),
    expect.stringMatching(/month 3Partly refunded£12.34$/),
    expect.stringMatching(/month 4Returned by your bank€17Receipt /),
    expect.stringMatching(/month 5€17Receipt /),
  ])
  const link = section.getByRole('link', { name: /^Pay the invoice of Nov 22, 2026: Vibe Coding Studio, month 1/ })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://invoice.stripe.test/1',
    '_blank',
    'noreferrer',
  ])
  const showAll = section.getByRole('button', { name: 'Show all 7' })
  showAll.focus()
  fireEvent.click(showAll)
  expect(section.getAllByRole('listitem')).toHaveLength(7)
  expect(document.activeElement?.tagName).toBe('UL')
  expect(section.getByText(/Older ones are in the billing portal/)).toBeTruthy()
})

test('BUY-08 offers a retry while Stripe cannot be reached, and says when nothing was charged yet', async () => {
  api.reply(accounts.context, 200, sampleContext({ stripe_customer_id: 'cus_1' }))
  api.refuse(contract.billing.receipts, 502, 'payment_provider_error', 'The payment provider cannot be reached at the moment.')
  const section = await openReceipts()
  await section.findByText("We couldn't load your receipts")
  api.reply(contract.billing.receipts, 200, { receipts: [], has_more: false })
  fireEvent.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByText('There are none yet: nothing was charged.')).toBeTruthy()
})

test('BUY-08 lists the receipts of a purchase also after the customer was deleted at Stripe', async () => {
  const prices = [{ price_id: 'price_course', plan_id: 'master_course', status: 'active' }]
  api.reply(accounts.context, 200, sampleContext({ stripe_customer_id: null, prices }))
  api.reply(contract.billing.receipts, 200, { receipts: [receipt(1)], has_more: false })
  const section = await openReceipts()
  expect(await section.findByRole('link', { name: /^Receipt of Nov 22, 2026/ })).toBeTruthy()
})
