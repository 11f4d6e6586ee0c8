import type { Entitlement } from '@academy/catalog'
import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { FeatureGate } from '../../account/feature-gate.tsx'
import { PricingDialogProvider } from '../../account/pricing-dialog-context.tsx'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { ProfileCompletion } from '../../features/profile/profile-completion.tsx'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { storeSampleSession } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { PricingDialog } from './pricing-dialog.tsx'

const { accounts, billing } = contract
const { entitlements: none } = sampleContext().data
let api: MockApi

beforeEach(() => {
  storeSampleSession()
  ;({ api } = mockAccount())
})

function Dashboard({ feature }: { feature: Entitlement }) {
  const { has, request } = useFeatureAccess()
  return (
    <>
      <h1>Dashboard</h1>
      <button type="button" onClick={() => request(feature)}>
        {has(feature) ? 'Open' : 'Locked'}
      </button>
      <button type="button" onClick={() => request(feature, 'Ship it')}>
        Tutorial
      </button>
    </>
  )
}

/** The providers of the shell around gated pages. */
const open = (path = '/dashboard', feature: Entitlement = 'resources') =>
  render(
    <QueryClientProvider client={createQueryClient({ retry: false })}>
      <MemoryRouter initialEntries={[path]}>
        <PricingDialogProvider>
          <Routes>
            <Route path="/dashboard" element={<Dashboard feature={feature} />} />
            <Route path="/resources" element={<FeatureGate feature="resources" redirectTo="/dashboard" children={<p>library</p>} />} />
            <Route
              path="/staying"
              element={<FeatureGate feature="resources" locked={<p>behind the dialog</p>} children={<p>library</p>} />}
            />
          </Routes>
          <ProfileCompletion />
          <PricingDialog />
        </PricingDialogProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
const ask = async (name = 'Locked') => {
  await waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name }))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
  return screen.getByRole('dialog')
}
const titleOf = (dialog: HTMLElement) => within(dialog).getByRole('heading', { level: 2 }).textContent

test.each<[Entitlement, string]>([
  ['resources', 'Upgrade to Access Resources'],
  ['my_prompts', 'Upgrade to Access My Prompts'],
  ['slack_standard', 'Upgrade to Access Community'],
  ['slack_premium', 'Upgrade to Access Premium Slack Support'],
  ['master_course', 'Unlock Master Course'],
  ['aha_sessions', 'Unlock Master Course'],
])('PRICE-19 PRICE-20 D-97 ACCESS-08 lacking %s, the dialog is titled %s and shows the prices', async (feature, title) => {
  open('/dashboard', feature)
  const dialog = await ask()
  expect(titleOf(dialog)).toBe(title)
  expect(await within(dialog).findByRole('heading', { name: 'Official Launch Pricing' })).toBeTruthy()
})

test('A11Y-06 focuses the heading of the dialog first', async () => {
  open()
  const dialog = await ask()
  expect(document.activeElement).toBe(within(dialog).getByRole('heading', { level: 2 }))
})

test('ACCESS-08 opens again on the next click', async () => {
  open()
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(titleOf(await ask())).toBe('Upgrade to Access Resources')
})

test('D-90 waits behind the profile dialog', async () => {
  api.reply(accounts.context, 200, sampleContext({ first_name: null }))
  open('/resources')
  expect(titleOf(await screen.findByRole('dialog'))).toMatch(/^Welcome to/)
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' })
  api.reply(accounts.context, 200, sampleContext())
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ada' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
  await waitFor(() => expect(titleOf(screen.getByRole('dialog'))).toBe('Upgrade to Access Resources'))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('D-119 ERR-35 keeps the dialog with the error when a purchase is refused as already owned', async () => {
  open('/dashboard', 'master_course')
  const dialog = await ask()
  const buy = await within(dialog).findByRole('button', { name: 'Get the Master Course' })
  api.replyOutsideTheContract(billing.checkout, 409, { success: false, error: 'Yours already.', message: '', code: 'already_purchased' })
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...none, master_course: true } }))
  fireEvent.click(buy)
  expect(await within(dialog).findByText('Course Already Purchased')).toBeTruthy()
  expect(within(dialog).getByRole('alert').textContent).toBe('Error: Unable to create checkout session')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('D-119 ERR-35 keeps the error of a refused purchase also in a dialog that the page has opened', async () => {
  open('/staying')
  const dialog = await screen.findByRole('dialog')
  const buy = await within(dialog).findByRole('button', { name: 'Start Studio' })
  api.replyOutsideTheContract(billing.checkout, 409, { success: false, error: 'Yours already.', message: '', code: 'already_purchased' })
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...none, resources: true } }))
  fireEvent.click(buy)
  expect(await screen.findByText('library')).toBeTruthy()
  expect(within(dialog).getByRole('alert').textContent).toBe('Error: Unable to create checkout session')
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('BUY-09 names the locked tutorial that was clicked, and opens on the offer that unlocks it', async () => {
  open('/dashboard', 'master_course')
  const dialog = within(await ask('Tutorial'))
  expect((await dialog.findByText('Ship it', { selector: 'strong' })).parentElement?.textContent).toBe(
    'You chose Ship it, a tutorial of the Master Course.',
  )
  const offers = await dialog.findAllByRole('region')
  expect(offers[0]?.getAttribute('aria-label')).toBe('Master Course')
  expect(dialog.getByText(/money-back guarantee/)).toBeTruthy()
})

test('SELLER-27 links to withdrawal and cancellation', async () => {
  open()
  const dialog = within(await ask())
  const target = async (name: string) => (await dialog.findByRole('link', { name })).getAttribute('href')
  expect(await target('Withdraw from contract here')).toBe('/withdraw')
  expect(await target('Cancel contract here')).toBe('/withdraw#cancel')
})
