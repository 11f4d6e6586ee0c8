import { type Cancellation, contract } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type MockServices, mockServices } from '../../testing/mock-services.ts'
import { currentPath, openApp } from '../../testing/open-app.tsx'

const { withdrawals } = contract
const TOKEN = 'a'.repeat(43)
const STUDIO = { title: 'Vibe Coding Studio', ends_at: '2027-02-03T09:30:00.000Z', is_cancelled: false, is_unpaid: false }
const opened = (...subscriptions: (typeof STUDIO)[]): Cancellation => ({ state: 'open', subscriptions })
const confirmed_at = '2027-01-20T09:30:00.000Z'
const ends_at = '2027-02-03T09:30:00.000Z'
/** The page does not know whether an earlier link cancelled the subscription. */
const LINK_RULES = 'A link is valid for 24 hours, and only the newest one works. Opening it changed nothing.'
let api: MockServices['api']

beforeEach(() => {
  ;({ api } = mockServices())
  api.reply(withdrawals.readCancellation, 200, opened(STUDIO))
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const open = () => openApp(`/withdraw/cancel#token=${TOKEN}`)
const cancel = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel now' }))
const paths = () => [...new Set(api.requests.map(({ path }) => path))]

test('SELLER-25 a link names the subscription and its end, and changes nothing until the button is pressed', async () => {
  api.reply(withdrawals.confirmCancellation, 200, { state: 'cancelled', confirmed_at, ends_at, is_renewal_undone: false })
  await open()
  await heading('Cancel your Vibe Coding Studio')
  expect(screen.getByText('February 3, 2027')).toBeTruthy()
  expect(paths()).toEqual(['/api/cancellations/read'])
  expect(currentPath(), 'the token is not kept in the URL').toBe('/withdraw/cancel')
  expect(api.requests[0]?.body).toEqual({ token: TOKEN })

  cancel()
  expect(await heading('Your Vibe Coding Studio is cancelled')).toBe(document.activeElement)
  expect(screen.getByText('February 3, 2027')).toBeTruthy()
  expect(api.requests.filter(({ path }) => path === '/api/cancellations/confirm').map(({ body }) => body)).toEqual([{ token: TOKEN }])
})

test('SELLER-26 confirms a cancellation that has not reached the payment provider yet', async () => {
  api.reply(withdrawals.confirmCancellation, 200, { state: 'requested', confirmed_at, ends_at })
  await open()
  await heading('Cancel your Vibe Coding Studio')
  cancel()
  await heading('We received your cancellation')
  expect(screen.getByText('February 3, 2027').closest('p')?.textContent).toBe(
    'It ends on February 3, 2027. If you are charged for the time after that, we refund it in full.',
  )
})

test('SELLER-25 says that a month which is not paid yet may still be charged', async () => {
  api.reply(withdrawals.readCancellation, 200, opened({ ...STUDIO, is_unpaid: true }))
  await open()
  await heading('Cancel your Vibe Coding Studio')
  expect(screen.getByText('February 3, 2027').closest('p')?.textContent).toMatch(
    / nothing is charged after that\. The month that ends then is not paid yet, and may still be charged\.$/,
  )
})

test('SELLER-29 says that a month which was billed after the cancellation is refunded', async () => {
  api.reply(withdrawals.readCancellation, 200, { state: 'cancelled', confirmed_at, ends_at, is_renewal_undone: true })
  await open()
  await heading('Your Vibe Coding Studio is cancelled')
  expect(screen.getByText('February 3, 2027').closest('p')?.textContent).toBe(
    'It ended on February 3, 2027. A further month was billed after your cancellation. We undid that: what you paid for it is refunded in full.',
  )
})

test.each([
  ['is cancelled', opened({ ...STUDIO, is_cancelled: true }), 'Your Vibe Coding Studio is cancelled already'],
  ['has ended', opened(), 'No Vibe Coding Studio to cancel'],
  [
    'was cancelled by this link',
    { state: 'cancelled', confirmed_at, ends_at: null, is_renewal_undone: false },
    'Your Vibe Coding Studio is cancelled',
  ],
] satisfies [string, Cancellation, string][])('SELLER-25 a link of a subscription that %s has no button', async (_, body, title) => {
  api.reply(withdrawals.readCancellation, 200, body)
  await open()
  await heading(title)
  expect(screen.queryByRole('button', { name: 'Cancel now' })).toBeNull()
})

test('SELLER-25 an unknown, expired or replaced link leads to the request of a new one', async () => {
  const message = 'This link has expired, or a newer one was sent. Request a new link.'
  api.reply(withdrawals.readCancellation, 404, { success: false, error: message, message, code: 'not_found' })
  await open()
  await heading('This link no longer works')
  expect(screen.getByText(LINK_RULES)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/withdraw')
})

test.each(['', '#token=', '#other=1'])(
  'SELLER-25 a page without a token (%j) requests nothing and leads to the request of a link',
  async (hash) => {
    await openApp(`/withdraw/cancel${hash}`)
    await heading('This link no longer works')
    expect(screen.getByText(LINK_RULES)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/withdraw')
    expect(screen.queryByRole('button', { name: 'Cancel now' })).toBeNull()
    expect(paths()).toEqual([])
  },
)

const refusal = (code: 'unavailable' | 'rate_limited', message: string) => ({ success: false, error: message, message, code }) as const
const OUTAGE = refusal('unavailable', 'The academy is not available at the moment. Please try again soon.')

test('SELLER-26 loads the subscription again after an outage', async () => {
  api.reply(withdrawals.readCancellation, 503, OUTAGE)
  await open()
  await heading("We couldn't load your subscription")
  api.reply(withdrawals.readCancellation, 200, opened(STUDIO))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('Cancel your Vibe Coding Studio')
})

const CONFIRM = '/api/cancellations/confirm'
test.each([
  ['without a response', () => api.on('POST', CONFIRM, () => Promise.reject(new TypeError('Failed to fetch')))],
  ['with a server error', () => api.reply(withdrawals.confirmCancellation, 503, OUTAGE)],
  ['with an unreadable response', () => api.on('POST', CONFIRM, () => new Response('<html>'))],
])('SELLER-26 says that the outcome of a confirmation %s is unknown, and allows another one', async (_, fail) => {
  await open()
  await heading('Cancel your Vibe Coding Studio')
  fail()
  cancel()
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We don't know whether your cancellation arrivedPress “Cancel now” again: it counts once.",
  )
  api.reply(withdrawals.confirmCancellation, 200, { state: 'requested', confirmed_at, ends_at })
  cancel()
  await heading('We received your cancellation')
})

test('SELLER-26 shows why a confirmation was refused, and allows another one', async () => {
  api.reply(withdrawals.confirmCancellation, 429, refusal('rate_limited', 'Too many requests. Try again in a minute.'))
  await open()
  await heading('Cancel your Vibe Coding Studio')
  cancel()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your subscription was not cancelledToo many requests. Try again in a minute.',
  )
  expect(screen.getByRole('button', { name: 'Cancel now' })).toBeTruthy()
})
