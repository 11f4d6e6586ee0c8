import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { graceId, mockAdminAccounts, sampleEvent, sampleFoundAccount } from '../../testing/mock-admin-accounts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, adminAccounts, team } = contract
let mock: ReturnType<typeof mockAdminAccounts>

beforeEach(() => {
  mock = mockAdminAccounts()
})

const openAccounts = async (query = '') => {
  const router = await renderSignedIn(`/admin/accounts${query}`)
  await screen.findByRole('heading', { level: 1, name: 'Accounts' })
  return router
}
const list = () => screen.findByRole('region', { name: 'All accounts' })
const paymentIssues = () => screen.findByRole('region', { name: 'Payment issues' })
/** Returns the last search. StrictMode mounts twice, so the first one is sent twice. */
const lastSearch = () => searched().at(-1)
const searched = () =>
  mock.api.requests.filter(({ path }) => path === '/api/admin/accounts').map(({ search }) => Object.fromEntries(search))
const ada = sampleFoundAccount({
  account_id: '0198b1a2-0000-7000-8000-00000000000b',
  email: 'ada@example.com',
  first_name: null,
  last_name: null,
})

test('lists the newest accounts with links to their pages', async () => {
  mock.found(sampleFoundAccount(), ada)
  await openAccounts()
  const links = await within(await list()).findAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    [`/admin/accounts/${graceId}`, expect.stringMatching(/^Grace Hoppergrace@example\.com/)],
    [`/admin/accounts/${ada.account_id}`, expect.stringMatching(/^ada@example\.comada@example\.com/)],
  ])
  expect(lastSearch()).toEqual({})
  await waitFor(() => expect(document.title).toBe('Accounts · Vibe Coding Academy'))
})

test('debounces the search and keeps it in the URL', async () => {
  const router = await openAccounts()
  await within(await list()).findAllByRole('link')
  mock.found()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search accounts' }), { target: { value: ' grace@ ' } })
  expect(await screen.findByText('No accounts found')).toBeTruthy()
  const term = screen.getByText('“grace@”')
  expect([term.hasAttribute('data-private'), term.parentElement?.textContent]).toEqual([true, 'No email, name or id begins with “grace@”.'])
  expect(lastSearch()).toEqual({ q: 'grace@' })
  expect(searched().filter(({ q }) => q)).toHaveLength(1)
  expect(router.path).toContain('?search=')
})

test('restores a search from the URL', async () => {
  await openAccounts('?search=cus_1')
  await within(await list()).findAllByRole('link')
  expect(lastSearch()).toEqual({ q: 'cus_1' })
})

test('loads further pages on demand, also after an empty page', async () => {
  const page = (all: object[], next: string | null) => Response.json({ success: true, data: { accounts: all, next } })
  mock.api.on('GET', '/api/admin/accounts', ({ search }) =>
    search.get('cursor') === 'two'
      ? page([], 'three')
      : search.get('cursor') === 'three'
        ? page([ada], null)
        : page([sampleFoundAccount()], 'two'),
  )
  await openAccounts()
  const shown = async () => within(await list()).getAllByRole('link').length
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(lastSearch()).toEqual({ cursor: 'two' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect(await shown()).toBe(2))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('focuses the list when "Show more" disappears with the last page', async () => {
  mock.api.on('GET', '/api/admin/accounts', ({ search }) =>
    Response.json({
      success: true,
      data: search.has('cursor') ? { accounts: [ada], next: null } : { accounts: [sampleFoundAccount()], next: 'two' },
    }),
  )
  await openAccounts()
  const section = within(await list())
  const more = await section.findByRole('button', { name: 'Show more' })
  more.focus()
  fireEvent.click(more)
  await waitFor(() => expect(section.queryByRole('button', { name: 'Show more' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(section.getByRole('list', { name: 'Accounts' })))
})

test('focuses the events when "Show older events" disappears with the last page', async () => {
  mock.api.on('GET', '/api/admin/payments', ({ search }) => {
    const isLast = search.has('cursor')
    const events = [sampleEvent({ id: isLast ? 'evt_older' : 'evt_newer', error: 'Failed' })]
    return Response.json({
      success: true,
      data: { events, next: isLast ? null : 'two', checkouts: [], cancellations: [], reconciled: null },
    })
  })
  await openAccounts()
  const section = within(await paymentIssues())
  const more = await section.findByRole('button', { name: 'Show older events' })
  more.focus()
  fireEvent.click(more)
  await waitFor(() => expect(document.activeElement).toBe(section.getByRole('region', { name: 'Stripe events' })))
})

test('says how many accounts a search found', async () => {
  mock.found(sampleFoundAccount(), ada)
  await openAccounts()
  const section = within(await list())
  expect(await section.findByText('2 accounts')).toBe(section.getByRole('status'))
})

test('an account leads back to the search that it was found with', async () => {
  mock.found(sampleFoundAccount())
  mock.details()
  const router = await openAccounts('?search=grace')
  fireEvent.click((await within(await list()).findAllByRole('link'))[0] as HTMLElement)
  fireEvent.click(await screen.findByRole('link', { name: 'All accounts' }))
  await waitFor(() => expect(router.path).toBe('/admin/accounts?search=grace'))
})

test('keeps the shown accounts when further ones cannot be loaded, and says why', async () => {
  mock.api.on('GET', '/api/admin/accounts', ({ search }) =>
    search.has('cursor')
      ? Response.json({ success: false, error: 'The database is away.', code: 'internal' }, { status: 500 })
      : Response.json({ success: true, data: { accounts: [sampleFoundAccount()], next: 'two' } }),
  )
  await openAccounts()
  const section = within(await list())
  fireEvent.click(await section.findByRole('button', { name: 'Show more' }))
  expect(await section.findByText('The database is away.')).toBeTruthy()
  expect(section.getAllByRole('link')).toHaveLength(1)
  expect(section.getByRole<HTMLButtonElement>('button', { name: 'Show more' }).disabled).toBe(false)
})

test('shows a failed list with a retry', async () => {
  mock.api.refuse(adminAccounts.search, 500, 'internal', 'Something went wrong on our side.')
  await openAccounts()
  expect(await screen.findByRole('heading', { name: "We couldn't load the accounts" })).toBeTruthy()
  mock.found(sampleFoundAccount())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await within(await list()).findAllByRole('link')).toHaveLength(1)
})

test('shows that there are no payment issues and when they were last reconciled', async () => {
  mock.paymentIssues({ reconciled: { seen_until: '2026-11-20T08:00:00Z', finished_at: '2026-11-20T08:00:00Z', missed: 2, failed: 0 } })
  await openAccounts()
  const section = within(await paymentIssues())
  expect(await section.findByText('All Stripe events have been applied.')).toBeTruthy()
  expect(section.getByText(/^Last reconciled with Stripe/).closest('p')?.textContent).toMatch(/: 2 missed events found\.$/)
})

test('shows failed events with reason, account and links to the right Stripe mode', async () => {
  const failed = { applied_at: null, attempts: 3, error: 'No account belongs to the customer cus_9.' }
  mock.paymentIssues({
    events: [sampleEvent({ id: 'evt_9', customer_id: 'cus_9', account_id: null, ...failed }), sampleEvent(failed)],
    checkouts: [
      {
        session_id: 'cs_test_9',
        account_id: graceId,
        customer_id: 'cus_1',
        offer: 'bundle',
        currency: 'usd',
        seats: 0,
        status: 'failed',
        created_at: '2026-11-01T08:00:00Z',
        expires_at: '2026-11-02T08:00:00Z',
        settled_at: null,
        consented_at: '2026-11-01T07:59:00Z',
        consent_version: '2026-11-23',
        problem: 'Paid twice: refund one of the two.',
      },
    ],
  })
  await openAccounts()
  const section = within(await paymentIssues())
  expect(await section.findAllByText('No account belongs to the customer cus_9.')).toHaveLength(2)
  expect(section.getAllByText(/tried 3 times/)).toHaveLength(2)
  expect(section.getByText('Unknown customer.')).toBeTruthy()
  expect(section.getByText('Paid twice: refund one of the two.')).toBeTruthy()
  expect(section.getByText(/^Consented to immediate access/).closest('p')?.textContent).toMatch(/, text of 2026-11-23$/)
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

test('SELLER-29 shows cancellations that are not complete at Stripe, with the reason', async () => {
  const error = 'Insufficient funds in your Stripe balance to refund this amount.'
  mock.paymentIssues({
    cancellations: [
      { id: '0198b1a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b', account_id: graceId, confirmed_at: '2026-11-20T08:00:00Z', error },
      { id: '0198b1a2-3c4d-4e5f-8a9b-0c1d2e3f4a5c', account_id: graceId, confirmed_at: '2026-11-21T08:00:00Z', error: null },
    ],
  })
  await openAccounts()
  const section = within(await paymentIssues())
  expect(await section.findAllByText('Cancellation of the Studio')).toHaveLength(2)
  expect(section.getByText(error)).toBeTruthy()
  const links = section.getAllByRole('link', { name: 'See the account' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/admin/accounts/${graceId}`, `/admin/accounts/${graceId}`])
  expect(section.queryByText('All Stripe events have been applied.')).toBeNull()
})

test('says when older events cannot be loaded, and keeps those that are shown', async () => {
  mock.api.on('GET', '/api/admin/payments', ({ search }) =>
    search.has('cursor')
      ? Response.json({ success: false, error: 'The database is away.', code: 'invalid_request' }, { status: 400 })
      : Response.json({
          success: true,
          data: { events: [sampleEvent({ error: 'Failed' })], next: 'two', checkouts: [], cancellations: [], reconciled: null },
        }),
  )
  await openAccounts()
  const section = within(await paymentIssues())
  fireEvent.click(await section.findByRole('button', { name: 'Show older events' }))
  expect((await section.findByRole('alert')).textContent).toContain('The database is away.')
  expect(section.getByText('Failed')).toBeTruthy()
})

test('keeps the dialog of an action open until the API has responded, so that its error is seen', async () => {
  mock.paymentIssues({ events: [sampleEvent({ customer_id: 'cus_9', account_id: null, applied_at: null })] })
  await openAccounts()
  fireEvent.click(await within(await paymentIssues()).findByRole('button', { name: 'Dismiss cus_9' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss customer' }))
  const { promise: response, resolve } = Promise.withResolvers<void>()
  mock.api.refuse(adminAccounts.dismiss, 409, 'conflict', 'The customer has an account now.', { after: response })
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Our other shop' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  await dialog.findByRole('button', { name: 'Saving...' })
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  resolve()
  expect(await screen.findByText('The customer has an account now.')).toBeTruthy()
})

test('dismisses an unmatched customer with a reason and removes the customer’s events', async () => {
  mock.paymentIssues({
    events: [sampleEvent({ customer_id: 'cus_9', account_id: null, applied_at: null, error: 'No account pays as cus_9.' })],
  })
  await openAccounts()
  fireEvent.click(await within(await paymentIssues()).findByRole('button', { name: 'Dismiss cus_9' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss customer' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: ' our other shop ' } })
  mock.api.reply(adminAccounts.dismiss, 200, { success: true, message: 'The customer was dismissed.' })
  mock.paymentIssues()
  fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText('The customer was dismissed.')).toBeTruthy()
  expect(await within(await paymentIssues()).findByText('All Stripe events have been applied.')).toBeTruthy()
  const posts = mock.api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
  expect(posts).toEqual([{ path: '/api/admin/payments/customers/cus_9/dismiss', body: { reason: 'our other shop' } }])
})

test('SEAT-20 names the owner of seats whose buyer was erased', async () => {
  const seats = { purchase_id: 'cs_test_9', offer: 'master_course', customer_id: 'cus_9', charge_id: 'ch_9' }
  mock.unownedSeats({ ...seats, paid_at: '2026-03-01T12:00:00.000Z', seats: 8, usable: 7, taken: 5 })
  await openAccounts()
  const section = within(await screen.findByRole('region', { name: 'Seats without an owner' }))
  expect(section.getByRole('heading', { level: 3 }).textContent).toBe('8 seats in Master Course')
  expect(section.getByText(/5 of 7 taken/)).toBeTruthy()
  expect(section.getByRole('link').getAttribute('href')).toBe('https://dashboard.stripe.com/test/payments/ch_9')
  fireEvent.click(section.getByRole('button', { name: 'Name the owner of 8 seats in Master Course' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Name the owner of these seats' }))
  expect(dialog.getByText(/A refund of seats goes back to the payment of the buyer/)).toBeTruthy()
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Name the owner' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Asked by mail' } })
  submit()
  expect(await dialog.findByText('Enter an email address.')).toBeTruthy()
  expect(mock.api.requests.filter(({ method }) => method === 'POST')).toEqual([])
  const fields = { email: 'No account has this address.' }
  mock.api.refuse(team.nameOwner, 400, 'invalid_request', 'Some fields are invalid.', { fields })
  fireEvent.change(dialog.getByRole('textbox', { name: 'Email address of the account' }), { target: { value: 'next@example.com' } })
  submit()
  expect(await dialog.findByText('No account has this address.')).toBeTruthy()
  mock.api.reply(team.nameOwner, 200, { success: true, message: 'The seats have a new owner.' })
  mock.unownedSeats()
  submit()
  expect(await screen.findByText('The seats have a new owner.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Seats without an owner' })).toBeNull())
  expect(mock.api.requests.filter(({ method }) => method === 'POST').at(-1)).toMatchObject({
    path: '/api/admin/seats/cs_test_9/owner',
    body: { email: 'next@example.com', reason: 'Asked by mail' },
  })
})

test('R-07 shows other users that the page is for the administrator and sends no request', async () => {
  mock.api.reply(accounts.context, 200, sampleContext())
  await openAccounts()
  expect(await screen.findByText('Only the administrator can open this page.')).toBeTruthy()
  expect(searched()).toEqual([])
})

test('R-07 the sidebar links to it for the administrator', async () => {
  await openAccounts()
  expect(screen.getByRole('link', { name: 'Accounts' }).getAttribute('href')).toBe('/admin/accounts')
})
