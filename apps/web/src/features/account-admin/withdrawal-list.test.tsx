import { contract, type Withdrawal } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { graceId, mockAdminAccounts } from '../../testing/mock-admin-accounts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { withdrawals } = contract
const ID = '0198b1a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b'
const sample = (changes: Partial<Withdrawal> = {}): Withdrawal => ({
  id: ID,
  account_id: graceId,
  name: 'Grace Hopper',
  email: 'grace@example.com',
  offer: 'master_course',
  order_number: 'INV-7',
  remark: 'Sorry',
  received_at: '2026-11-01T08:00:00Z',
  settled_at: null,
  settled_by: null,
  settled_note: null,
  acknowledgement: 'sent',
  ...changes,
})
let mock: ReturnType<typeof mockAdminAccounts>
const replyWith = (...data: Withdrawal[]) =>
  mock.api.reply(withdrawals.list, 200, { success: true, data: { withdrawals: data, next: null } })

beforeEach(() => {
  mock = mockAdminAccounts()
})

const section = async () => {
  await renderSignedIn('/admin/accounts')
  return within(await screen.findByRole('region', { name: 'Withdrawals' }))
}

test('SELLER-23 the administrator settles an open withdrawal with a note', async () => {
  replyWith(sample())
  const shown = await section()
  expect(await shown.findByText('Grace Hopper')).toBeTruthy()
  for (const text of ['Master Course', 'grace@example.com', 'Order or receipt: INV-7', 'Sorry']) expect(shown.getByText(text)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'See the account' }).getAttribute('href')).toBe(`/admin/accounts/${graceId}`)

  mock.api.reply(withdrawals.settle, 200, { success: true, message: 'The withdrawal is settled.' })
  replyWith(sample({ settled_at: '2026-11-02T08:00:00Z', settled_by: 'admin@example.com', settled_note: 'Refunded in full' }))
  fireEvent.click(shown.getByRole('button', { name: 'Settle the withdrawal of Grace Hopper' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Settle withdrawal' }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Refunded in full' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Settle' }))
  await expectToast('success', 'The withdrawal is settled.')
  await waitFor(() => expect(shown.getByText('No open withdrawals.')).toBeTruthy())
  const [request] = mock.api.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/settle'))
  expect([request?.path, request?.body]).toEqual([`/api/admin/withdrawals/${ID}/settle`, { reason: 'Refunded in full' }])
  expect(shown.getByText(/by admin@example\.com: Refunded in full/)).toBeTruthy()
})

test('SELLER-23 says which acknowledgement did not arrive, and which statement has no account', async () => {
  replyWith(sample({ acknowledgement: 'unknown', account_id: null }))
  const shown = await section()
  expect(await shown.findByText('The acknowledgement may not have arrived. Send it by hand.')).toBeTruthy()
  expect(shown.getByText('No single account has this address.')).toBeTruthy()
})

test('SELLER-28 says of the settled statement of an erased account neither an address nor a link', async () => {
  const emptied = { name: null, email: null, order_number: null, remark: null, settled_note: null }
  replyWith(sample({ ...emptied, account_id: null, settled_at: '2026-11-02T08:00:00Z', settled_by: 'admin@example.com' }))
  const shown = await section()
  fireEvent.click(await shown.findByRole('button', { name: '1 settled withdrawal' }))
  expect(shown.getByText('Erased account')).toBeTruthy()
  expect(shown.queryByText('No single account has this address.')).toBeNull()
  expect(shown.queryByRole('link', { name: 'See the account' })).toBeNull()
})

test('SELLER-31 asks to answer by hand where a limit held the acknowledgement back', async () => {
  replyWith(sample({ acknowledgement: 'dropped' }))
  expect(await (await section()).findByText(/No acknowledgement was sent/)).toBeTruthy()
})

test('SELLER-30 loads further withdrawals, and searches all of them', async () => {
  const other = sample({ id: '0198b1a2-3c4d-4e5f-8a9b-000000000002', name: 'Ada Lovelace' })
  mock.api.on('GET', '/api/admin/withdrawals', ({ search: query }) => {
    if (query.get('q') === 'ada') return Response.json({ success: true, data: { withdrawals: [other], next: null } })
    const data = query.has('cursor') ? { withdrawals: [other], next: null } : { withdrawals: [sample()], next: 'more' }
    return Response.json({ success: true, data })
  })
  const shown = await section()
  fireEvent.click(await shown.findByRole('button', { name: 'Show more withdrawals' }))
  expect(await shown.findByText('Ada Lovelace')).toBeTruthy()
  expect(shown.getByText('Grace Hopper')).toBeTruthy()
  fireEvent.change(shown.getByLabelText('Search withdrawals'), { target: { value: 'ada' } })
  await waitFor(() => expect(shown.queryByText('Grace Hopper')).toBeNull())
  expect(shown.getByText('Ada Lovelace')).toBeTruthy()
})
