import { contract, type Guarantee } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type MockApi, mockApi } from '../../testing/mock-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { expectToast } from '../../testing/toasts.ts'

const { accounts, billing } = contract
let api: MockApi

const sampleGuarantee = (changes: Partial<Guarantee> = {}): Guarantee => ({
  purchase_id: 'cs_1',
  offer: 'master_course',
  state: 'open',
  amount: 259_00,
  currency: 'eur',
  last_day: '2026-12-12T12:00:00.000Z',
  ...changes,
})
const open = async (guarantee: Guarantee | null) => {
  api.reply(accounts.context, 200, sampleContext({ guarantee }))
  await renderSignedIn('/settings')
  await screen.findByLabelText('First name')
}
const section = () => screen.findByRole('region', { name: 'Money-back guarantee' })
const ask = async () => {
  fireEvent.click(within(await section()).getByRole('button', { name: 'Request refund' }))
  return within(await screen.findByRole('alertdialog'))
}

beforeEach(() => {
  api = mockApi()
})

test('LEARN-57 names the last day, asks once, refunds, and says so', async () => {
  await open(sampleGuarantee())
  expect((await section()).textContent).toContain(
    "You can still get your money back until December 12, as long as you haven't started the course.",
  )
  const dialog = await ask()
  expect(dialog.getByRole('heading', { name: 'Get €259 back?' })).toBeTruthy()
  expect(dialog.getByText(/Master Course in full\. Your access to the Master Course ends at once\./)).toBeTruthy()
  api.reply(billing.refund, 200, { success: true, state: 'refunded', message: 'We refunded you in full.' })
  api.reply(accounts.context, 200, sampleContext())
  const before = api.count('GET', '/api/accounts/context')
  fireEvent.click(dialog.getByRole('button', { name: 'Refund me' }))
  expect(await within(await section()).findByText('We refunded you in full.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Money-back guarantee')
  const sent = api.requests.filter(({ path }) => path === '/api/payments/refund')
  expect(sent.map(({ body }) => body)).toEqual([{ purchase_id: 'cs_1' }])
  await waitFor(() => expect(api.count('GET', '/api/accounts/context')).toBe(before + 1))
})

test('LEARN-57 the dialog for a bundle names its Studio, and keeping the course sends nothing', async () => {
  await open(sampleGuarantee({ offer: 'bundle', amount: 249_00 }))
  const dialog = await ask()
  expect(dialog.getByText(/and to the Studio that came with it ends at once/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Keep the course' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.count('POST', '/api/payments/refund')).toBe(0)
})

test('LEARN-57 a refusal is shown in the dialog, and the account is loaded again', async () => {
  await open(sampleGuarantee())
  const dialog = await ask()
  api.refuse(billing.refund, 502, 'payment_provider_error', 'The payment provider refused the refund.')
  fireEvent.click(dialog.getByRole('button', { name: 'Refund me' }))
  expect(await dialog.findByText('The payment provider refused the refund.')).toBeTruthy()
  api.refuse(billing.refund, 409, 'guarantee_over', 'You have started the course, so the guarantee has ended.')
  api.reply(accounts.context, 200, sampleContext())
  fireEvent.click(dialog.getByRole('button', { name: 'Refund me' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Money-back guarantee' })).toBeNull())
  // The section and its dialog are gone, so a toast says why.
  await expectToast('error', "We couldn't refund you", 'You have started the course, so the guarantee has ended.')
})

test('LEARN-57 a request that Stripe has not confirmed is shown, and cannot be repeated', async () => {
  await open(sampleGuarantee({ state: 'requested' }))
  expect(within(await section()).getByText(/Your refund is on its way.*your receipt under Pricing & Plans says “Refunded”\./)).toBeTruthy()
  expect(within(await section()).queryByRole('button')).toBeNull()
})

test.each(['after the receipts have loaded', 'while the receipts load'])('LEARN-57 a refund %s shows on the receipt', async (when) => {
  const receipt = {
    id: 'ch_1',
    at: '2026-11-12T12:00:00.000Z',
    description: 'Master Course',
    amount: 259_00,
    currency: 'eur',
    state: 'paid' as const,
    url: null,
  }
  const loading = Promise.withResolvers<void>()
  const isSlow = when === 'while the receipts load'
  api.reply(billing.receipts, 200, { receipts: [receipt], has_more: false }, isSlow ? { after: loading.promise } : {})
  api.reply(accounts.context, 200, sampleContext({ guarantee: sampleGuarantee(), stripe_customer_id: 'cus_1' }))
  await renderSignedIn('/settings?tab=pricing')
  const receipts = within(await screen.findByRole('region', { name: 'Receipts and invoices' }))
  await receipts.findByText(isSlow ? 'Loading...' : 'Master Course')
  const dialog = await ask()
  api.reply(billing.refund, 200, { success: true, state: 'refunded', message: 'We refunded you in full.' })
  api.reply(billing.receipts, 200, { receipts: [{ ...receipt, state: 'refunded' }], has_more: false })
  fireEvent.click(dialog.getByRole('button', { name: 'Refund me' }))
  await screen.findByText('We refunded you in full.')
  loading.resolve()
  expect(await receipts.findByText('Refunded')).toBeTruthy()
})

test('LEARN-57 accounts without a guarantee see no section', async () => {
  await open(null)
  await screen.findByRole('region', { name: 'Your data' })
  expect(screen.queryByRole('region', { name: 'Money-back guarantee' })).toBeNull()
})
