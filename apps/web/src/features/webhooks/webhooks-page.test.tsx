import { contract, type Webhook } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockWebhooks } from '../../testing/mock-webhooks.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, webhooks } = contract
const SECRET = 'whsec_c2VjcmV0'

async function openPage(changes: Partial<Webhook> = {}) {
  const mock = mockWebhooks(changes)
  await renderSignedIn('/admin/webhooks')
  await screen.findByText(mock.webhook.url)
  const sent = (method: string) => mock.api.requests.filter((request) => request.method === method).map(({ path, body }) => [path, body])
  return { ...mock, sent, path: `/api/admin/webhooks/${mock.webhook.id}` }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const confirm = (name: string) => fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))

test('HOOK-10 creates a webhook with its address and events, and shows its secret once', async () => {
  const { api, webhook, sent } = await openPage()
  api.reply(webhooks.create, 201, { success: true, data: { webhook, secret: SECRET } })
  press('New webhook')
  const dialog = screen.getByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create webhook' }))
  expect(await within(dialog).findByText('Enter the address of the program.')).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText('Address'), { target: { value: ' https://hooks.example.com/new ' } })
  for (const event of within(dialog).getAllByRole('checkbox').slice(1)) fireEvent.click(event)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create webhook' }))
  expect(await screen.findByText(SECRET)).toBeTruthy()
  expect(sent('POST')).toEqual([['/api/admin/webhooks', { url: 'https://hooks.example.com/new', events: ['purchase.paid'] }]])
  press('Done')
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
})

test('HOOK-10 shows at its field why an address is refused', async () => {
  const { api } = await openPage()
  api.refuse(webhooks.create, 400, 'invalid_request', 'The address is private.', { fields: { url: 'The address is private.' } })
  press('New webhook')
  const address = screen.getByLabelText('Address')
  fireEvent.change(address, { target: { value: 'https://10.0.0.8/' } })
  press('Create webhook')
  expect(await screen.findByText('The address is private.')).toBeTruthy()
  expect(document.activeElement).toBe(address)
})

test.each<[string, Partial<Webhook>, string, boolean]>([
  ['pauses an active webhook', {}, 'Pause', true],
  ['resumes a paused webhook', { paused_at: '2026-11-02T12:00:00.000Z', paused_by: 'academy' }, 'Resume', false],
])('HOOK-10 %s', async (_name, changes, label, paused) => {
  const { api, webhook, sent, path } = await openPage(changes)
  api.reply(webhooks.change, 200, { success: true, data: webhook })
  press(`${label} ${webhook.url}`)
  expect(await screen.findByText(`Webhook ${paused ? 'paused' : 'resumed'}`)).toBeTruthy()
  expect(sent('PUT')).toEqual([[path, { url: webhook.url, events: webhook.events, paused }]])
})

test.each<[Partial<Webhook>, string, RegExp]>([
  [{}, 'Active', /Waiting:1/],
  [{ failed_attempts: 3, next_attempt_at: '2026-11-02T13:00:00.000Z' }, 'Failing', /failed 3 times/],
  [{ paused_at: '2026-11-02T12:00:00.000Z', paused_by: 'academy' }, 'Paused', /did not accept an event/],
  [{ paused_at: '2026-11-02T12:00:00.000Z', paused_by: 'administrator', waiting: 100 }, 'Paused', /Waiting:100 events or more/],
])('HOOK-10 says how a webhook does: %o', async (changes, state, text) => {
  const { webhook } = await openPage(changes)
  const row = screen.getByText(webhook.url).closest('li')
  expect(within(row as HTMLElement).getByText(state)).toBeTruthy()
  expect(row?.textContent).toMatch(text)
})

test('HOOK-10 shows the log, sends events again from one on, and downloads the log as CSV without formulas', async () => {
  let file: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob
    return 'blob:log'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { api, webhook, sent, path } = await openPage()
  press('Log')
  const rows = within(await screen.findByRole('region', { name: `Log of ${webhook.url}` })).getAllByRole('row')
  expect(rows.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['42', 'account.erased', 'Nov 2, 12:00', '500', '1,200 ms', '=We are moving.', expect.stringContaining('Send again')],
    ['41', 'purchase.paid', 'Nov 2, 12:00', '204', '90 ms', 'accepted', expect.stringContaining('Send again')],
  ])
  api.reply(webhooks.change, 200, { success: true, data: webhook })
  press(/Send again.*event 41/)
  confirm('Send again')
  expect(await screen.findByText('Sending again from event 41')).toBeTruthy()
  expect(sent('PUT')).toEqual([[path, { url: webhook.url, events: webhook.events, paused: false, replay_from: 41 }]])
  press(/Download as CSV/)
  expect(await file?.text()).toBe(
    `Event,Type,At,Status,Took,Failure\r\n42,account.erased,2026-11-02T12:00:00.000Z,500,1200,"'=We are moving."\r\n41,purchase.paid,2026-11-02T12:00:00.000Z,204,90,\r\n`,
  )
})

test('HOOK-10 loads the log each time it opens, because events were sent meanwhile', async () => {
  const { api, path } = await openPage()
  const loads = () => api.count('GET', `${path}/attempts`)
  expect(loads()).toBe(0)
  press('Log')
  await screen.findByRole('region', { name: /^Log of/ })
  const before = loads()
  press('Log')
  press('Log')
  await waitFor(() => expect(loads()).toBeGreaterThan(before))
})

test('HOOK-10 replaces the secret and removes the webhook after a question', async () => {
  const { api, webhook, sent, path } = await openPage()
  api.reply(webhooks.rotate, 200, { success: true, data: { webhook: { ...webhook, rotated_at: webhook.created_at }, secret: SECRET } })
  press(`Replace secret of ${webhook.url}`)
  confirm('Replace secret')
  expect(await screen.findByText(/For a day the secret before works as well/)).toBeTruthy()
  press('Done')
  api.reply(webhooks.remove, 200, { success: true, message: 'The webhook is removed.' })
  api.reply(webhooks.list, 200, { success: true, data: [] })
  press(`Remove ${webhook.url}`)
  confirm('Remove webhook')
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
  expect([sent('POST').map(([sentPath]) => sentPath), sent('DELETE').map(([sentPath]) => sentPath)]).toEqual([[`${path}/secret`], [path]])
})

test('R-07 HOOK-10 other users see no webhook, and the page sends no request', async () => {
  const mock = mockWebhooks()
  mock.api.reply(accounts.context, 200, sampleContext())
  await renderSignedIn('/admin/webhooks')
  expect(await screen.findByText('Only the administrator can open this page.')).toBeTruthy()
  expect(mock.api.count('GET', '/api/admin/webhooks')).toBe(0)
})
