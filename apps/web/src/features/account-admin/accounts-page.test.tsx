import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cannedAccounts, graceId, sampleEvent, sampleFound } from '../../testing/canned-accounts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, adminAccounts } = contract
let canned: ReturnType<typeof cannedAccounts>

beforeEach(() => {
  canned = cannedAccounts()
})
afterEach(() => canned.api.expectNothingElse())

const openAccounts = async (query = '') => {
  const router = await renderSignedIn(`/admin/accounts${query}`)
  await screen.findByRole('heading', { level: 1, name: 'Accounts' })
  return router
}
const list = () => screen.findByRole('region', { name: 'All accounts' })
const troubles = () => screen.findByRole('region', { name: 'Payments to look at' })
/** What was asked for last: React mounts everything twice here, so the first question is put twice. */
const lastSearch = () => searched().at(-1)
const searched = () =>
  canned.api.requests.filter(({ path }) => path === '/api/admin/accounts').map(({ search }) => Object.fromEntries(search))
const ada = sampleFound({ account_id: '0198b1a2-0000-7000-8000-00000000000b', email: 'ada@example.com', first_name: null, last_name: null })

test('the newest accounts, by name and address, each leading to its page', async () => {
  canned.found(sampleFound(), ada)
  await openAccounts()
  const links = await within(await list()).findAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    [`/admin/accounts/${graceId}`, expect.stringMatching(/^Grace Hoppergrace@example\.com/)],
    [`/admin/accounts/${ada.account_id}`, expect.stringMatching(/^ada@example\.comada@example\.com/)],
  ])
  expect(lastSearch()).toEqual({})
  expect(document.title).toBe('Accounts · Vibe Coding Academy')
})

test('a search is asked of the server once typing rests, and stands in the address', async () => {
  const router = await openAccounts()
  await within(await list()).findAllByRole('link')
  canned.found()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search accounts' }), { target: { value: ' grace@ ' } })
  expect(await screen.findByText('Nobody found')).toBeTruthy()
  expect(screen.getByText('No email, name or id begins with “grace@”.')).toBeTruthy()
  expect(lastSearch()).toEqual({ q: 'grace@' })
  expect(searched().filter(({ q }) => q)).toHaveLength(1)
  expect(router.path).toContain('?search=')
})

test('its address leads to a search', async () => {
  await openAccounts('?search=cus_1')
  await within(await list()).findAllByRole('link')
  expect(lastSearch()).toEqual({ q: 'cus_1' })
})

test('further pages come when they are asked for, also after a page without any hit', async () => {
  const page = (all: object[], next: string | null) => Response.json({ success: true, data: { accounts: all, next } })
  canned.api.on('GET', '/api/admin/accounts', ({ search }) =>
    search.get('cursor') === 'two'
      ? page([], 'three')
      : search.get('cursor') === 'three'
        ? page([ada], null)
        : page([sampleFound()], 'two'),
  )
  await openAccounts()
  const shown = async () => within(await list()).getAllByRole('link').length
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(lastSearch()).toEqual({ cursor: 'two' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect(await shown()).toBe(2))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list that fails says so, and another try brings it', async () => {
  canned.api.refuse(adminAccounts.search, 500, 'internal', 'Something went wrong on our side.')
  await openAccounts()
  expect(await screen.findByRole('heading', { name: 'The accounts could not be loaded' })).toBeTruthy()
  canned.found(sampleFound())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await within(await list()).findAllByRole('link')).toHaveLength(1)
})

test('without troubles it says that there are none, and when that was last looked at', async () => {
  canned.troubles({ reconciled: { seen_until: '2026-11-20T08:00:00Z', finished_at: '2026-11-20T08:00:00Z', missed: 2, failed: 0 } })
  await openAccounts()
  const section = within(await troubles())
  expect(await section.findByText('Everything that Stripe told has been applied.')).toBeTruthy()
  expect(section.getByText(/^Last compared with Stripe/).textContent).toMatch(/: 2 missed events found\.$/)
})

test('events that failed say why and whose they are; ids lead to Stripe, in the mode they are of', async () => {
  const failed = { applied_at: null, attempts: 3, error: 'No account belongs to the customer cus_9.' }
  canned.troubles({
    events: [sampleEvent({ id: 'evt_9', customer_id: 'cus_9', account_id: null, ...failed }), sampleEvent(failed)],
    checkouts: [
      {
        session_id: 'cs_test_9',
        account_id: graceId,
        customer_id: 'cus_1',
        offer: 'bundle',
        currency: 'usd',
        status: 'failed',
        created_at: '2026-11-01T08:00:00Z',
        expires_at: '2026-11-02T08:00:00Z',
        settled_at: null,
        problem: 'Paid twice: refund one of the two.',
      },
    ],
  })
  await openAccounts()
  const section = within(await troubles())
  expect(await section.findAllByText('No account belongs to the customer cus_9.')).toHaveLength(2)
  expect(section.getAllByText(/tried 3 times/)).toHaveLength(2)
  expect(section.getByText('Whose it is, is not known.')).toBeTruthy()
  expect(section.getByText('Paid twice: refund one of the two.')).toBeTruthy()
  expect(section.getAllByRole('link', { name: 'See the account' }).map((link) => link.getAttribute('href'))).toEqual([
    `/admin/accounts/${graceId}`,
    `/admin/accounts/${graceId}`,
  ])
  const event = section.getByRole('link', { name: /^evt_9/ })
  expect([event.getAttribute('href'), event.getAttribute('rel')]).toEqual([
    'https://dashboard.stripe.com/test/events/evt_9',
    'noopener noreferrer',
  ])
})

test('a customer who is none of ours is dismissed with a reason, and what is told of them is listed no more', async () => {
  canned.troubles({
    events: [sampleEvent({ customer_id: 'cus_9', account_id: null, applied_at: null, error: 'No account pays as cus_9.' })],
  })
  await openAccounts()
  fireEvent.click(await within(await troubles()).findByRole('button', { name: 'Not ours cus_9' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Not ours' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: ' our other shop ' } })
  canned.api.reply(adminAccounts.dismiss, 200, { success: true, message: 'The events of this customer wait for nobody any more.' })
  canned.troubles()
  fireEvent.click(dialog.getByRole('button', { name: 'Not ours' }))
  expect(await screen.findByText('The events of this customer wait for nobody any more.')).toBeTruthy()
  expect(await within(await troubles()).findByText('Everything that Stripe told has been applied.')).toBeTruthy()
  const posts = canned.api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
  expect(posts).toEqual([{ path: '/api/admin/payments/customers/cus_9/dismiss', body: { reason: 'our other shop' } }])
})

test('R-07 whoever is not the administrator is told so, and nothing is asked of the server', async () => {
  canned.api.reply(accounts.context, 200, sampleContext())
  await openAccounts()
  expect(await screen.findByText("This page is for the academy's administrator.")).toBeTruthy()
  expect(searched()).toEqual([])
})

test('R-07 the administrator finds it in the user menu', async () => {
  await openAccounts()
  fireEvent.click(screen.getByRole('button', { name: /ada@example\.com/ }))
  expect(screen.getByRole('menuitem', { name: 'Accounts' }).getAttribute('href')).toBe('/admin/accounts')
})
