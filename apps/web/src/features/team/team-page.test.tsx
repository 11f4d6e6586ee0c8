import { contract, type Team } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { samplePurchase, sampleSeat } from '../../testing/team.ts'
import { expectToast } from '../../testing/toasts.ts'

const { team } = contract
const done = { success: true, message: 'Done.' } as const

let api: MockApi
beforeEach(() => {
  ;({ api } = mockAccount())
})

const teamIs = (...purchases: Team['purchases']) =>
  api.reply(team.get, 200, { success: true, data: { purchases, held: [], studio_free_until: null } })
const open = async (...purchases: Team['purchases']) => {
  teamIs(...purchases)
  await renderSignedIn('/team')
  await screen.findByRole('heading', { level: 1, name: 'Your team' })
}
const purchase = (name = '5 seats in the Master Course') => screen.findByRole('article', { name })
const sent = (method: string, path: string) =>
  api.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body)
const rowOf = async (email: string) => (await screen.findByText(email, { selector: 'li p' })).closest('li') as HTMLElement

test('SEAT-14 shows how many seats are free, invited, claimed, started and finished, and each member', async () => {
  await open(samplePurchase())
  const counts = [...(await purchase()).querySelectorAll('dl > div')].map((pair) => pair.textContent)
  expect(counts).toEqual(['Free1', 'Invited1', 'Claimed1', 'Started1', 'Finished1'])
  expect((await rowOf('fin@example.com')).textContent).toBe('fin@example.comFinishedstarted on Mar 2, 2026')
  expect((await rowOf('bob@example.com')).textContent).toContain('Invited')
  expect(screen.getByText(/You see nothing else: notes, prompts and answers belong to those who write them/)).toBeTruthy()
  const movable = screen.getAllByRole('button', { name: /^Take back the seat of/ }).map((button) => button.getAttribute('aria-label'))
  expect(movable).toEqual(['Take back the seat of amy@example.com', 'Take back the seat of bob@example.com'])
})

test('SEAT-14 shows several purchases, the newest first', async () => {
  await open(samplePurchase({ purchase_id: 'cs_2', seats: 2, usable: 2, open: 2, refundable: 2, taken: [] }), samplePurchase())
  await purchase()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '2 seats in the Master Course',
    '5 seats in the Master Course',
  ])
})

test('SEAT-14 without seats it says what they are, and leads to the prices', async () => {
  await open()
  expect(await screen.findByText('You have no seats for others')).toBeTruthy()
  expect(screen.getByText(/15% less from 5 seats on, 25% less from 10 seats on/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the prices' }).getAttribute('href')).toBe('/settings?tab=pricing')
})

test('SEAT-14 says that the team could not be loaded, and tries again', async () => {
  api.refuse(team.get, 500, 'internal', 'Something went wrong on our side.')
  await renderSignedIn('/team')
  expect(await screen.findByText("We couldn't load your team")).toBeTruthy()
  teamIs(samplePurchase())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await purchase()
})

test('SEAT-14 after the checkout it waits for the purchase of the address', async () => {
  teamIs()
  await renderSignedIn('/team?checkout=cs_1')
  expect(await screen.findByText('Your payment is on its way')).toBeTruthy()
  expect(screen.queryByText('You have no seats for others')).toBeNull()
  teamIs(samplePurchase())
  await screen.findByRole('article', { name: '5 seats in the Master Course' })
  expect(screen.queryByText('Your payment is on its way')).toBeNull()
})

test.each([
  ['refunded', 'They closed because the purchase was refunded.'],
  ['dispute_lost', 'They closed because the bank returned the payment.'],
  ['revoked', 'They closed because the academy revoked the purchase.'],
])('SEAT-14 an ended purchase (%s) says why, and gives no seats', async (state, reason) => {
  const taken = [sampleSeat('amy', 'closed')]
  await open(samplePurchase({ state, usable: 0, open: 0, refundable: 0, taken }))
  expect((await purchase()).textContent).toContain(reason)
  expect((await rowOf('amy@example.com')).textContent).toContain('Closed')
  expect(screen.queryByLabelText('Addresses, one a line')).toBeNull()
  expect(screen.queryByRole('button', { name: /Take back|Refund|link/ })).toBeNull()
})

test('SEAT-14 says during a dispute what the bank decides', async () => {
  await open(samplePurchase({ state: 'disputed', refundable: 0 }))
  expect(await screen.findByText('You disputed this payment')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Refund seats' })).toBeNull()
})

test('SEAT-20 tells an owner whom the administrator named who bought the seats, and where a refund goes', async () => {
  await open(samplePurchase({ is_buyer: false }))
  expect((await purchase()).textContent).toContain('by an account that was deleted. The academy made you the owner of the seats')
  expect(screen.getByText(/The money goes back to the card or bank account that paid for the seats, also if it is not yours/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Refund seats' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Refund seats' })
  expect(dialog.textContent).toContain('The payment of the buyer gets €220.15 back, and you keep 4 seats.')
})

test('SEAT-14 takes a seat back after a confirmation that says what happens', async () => {
  await open(samplePurchase())
  const seat = sampleSeat('amy', 'claimed')
  fireEvent.click(within(await rowOf('amy@example.com')).getByRole('button'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Take the seat of amy@example.com back?' })
  expect(dialog.textContent).toContain('The Master Course closes for this member at once, and the seat is free for another one.')
  api.on('DELETE', `/api/team/seats/${seat.id}`, () => Response.json(done))
  teamIs(samplePurchase({ open: 2, taken: [sampleSeat('sue', 'started')] }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Take it back' }))
  await expectToast('success', 'The seat is free', 'You can give it to another member.')
  await waitFor(() => expect(screen.queryByText('amy@example.com')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Members')
})

test('SEAT-14 says that a member has started in the meantime', async () => {
  await open(samplePurchase())
  const reason = 'This member has started the course, so the seat cannot be moved any more.'
  api.refuse(team.remove, 409, 'conflict', reason)
  fireEvent.click(within(await rowOf('amy@example.com')).getByRole('button'))
  fireEvent.click(await screen.findByRole('button', { name: 'Take it back' }))
  await expectToast('error', "We couldn't take the seat back", reason)
})

const addresses = () => screen.findByLabelText<HTMLTextAreaElement>('Addresses, one a line')
const invite = async (text: string) => {
  fireEvent.change(await addresses(), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
}

test('SEAT-15 shows the outcome beside each address, and keeps the refused ones in the field', async () => {
  await open(samplePurchase())
  const data = [
    { email: 'eve@example.com', error: null },
    { email: 'nonsense', error: 'This is not an email address.' },
    { email: 'late@example.com', error: 'No seat is free for this address.' },
  ]
  api.reply(team.invite, 200, { success: true, data })
  // Now no seat is free.
  teamIs(samplePurchase({ open: 0 }))
  await invite(' eve@example.com\nnonsense,late@example.com\n')
  const outcomes = within(await screen.findByRole('list', { name: 'What became of each address' })).getAllByRole('listitem')
  expect(outcomes.map(({ textContent }) => textContent)).toEqual([
    'eve@example.com Invited.',
    'nonsense This is not an email address.',
    'late@example.com No seat is free for this address.',
  ])
  expect(sent('POST', '/api/team/invitations')).toEqual([
    { purchase_id: 'cs_1', emails: ['eve@example.com', 'nonsense', 'late@example.com'] },
  ])
  await screen.findByText(/No seat is free\. Take one back/)
  expect((await addresses()).value).toBe('nonsense\nlate@example.com')
})

test('SEAT-15 keeps what was typed when the API does not answer', async () => {
  await open(samplePurchase())
  api.breakConnection(team.invite)
  await invite('eve@example.com')
  expect(await screen.findByText(/We can't reach the academy/)).toBeTruthy()
  expect((await addresses()).value).toBe('eve@example.com')
})

test('SEAT-15 asks for an address, and for at most 50', async () => {
  await open(samplePurchase())
  await invite(' \n')
  expect(await screen.findByText('Enter at least one address.')).toBeTruthy()
  await invite(Array.from({ length: 51 }, (_, index) => `m${index}@example.com`).join('\n'))
  expect(await screen.findByText('Enter at most 50 addresses at once: these are 51.')).toBeTruthy()
  expect(sent('POST', '/api/team/invitations')).toEqual([])
})

test('SEAT-15 makes a link for a domain, whose address is shown once, and renews and ends it', async () => {
  const link = { domain: 'example.com', expires_at: '2127-04-01T12:00:00.000Z' }
  await open(samplePurchase())
  api.refuse(team.link, 400, 'invalid_request', 'x', { fields: { domain: 'Enter a domain, such as example.com.' } })
  fireEvent.change(await screen.findByLabelText('Domain'), { target: { value: 'nonsense' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make a link' }))
  expect(await screen.findByText('Enter a domain, such as example.com.')).toBeTruthy()

  const url = (code: string) => `http://academy.test/seats/${code.repeat(43)}`
  api.reply(team.link, 200, { success: true, data: { url: url('a') } })
  teamIs(samplePurchase({ link }))
  fireEvent.change(screen.getByLabelText('Domain'), { target: { value: '@example.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make a link' }))
  const shown = await screen.findByText(url('a'))
  expect(shown.getAttribute('translate')).toBe('no')
  expect(document.activeElement?.textContent).toBe('One link for your domain')

  api.reply(team.link, 200, { success: true, data: { url: url('b') } })
  fireEvent.click(screen.getByRole('button', { name: 'Renew link' }))
  const renewing = await screen.findByRole('alertdialog', { name: 'Renew the link?' })
  fireEvent.click(within(renewing).getByRole('button', { name: 'Renew link' }))
  expect(await screen.findByText(url('b'))).toBeTruthy()

  api.reply(team.link, 200, { success: true, data: { url: null } })
  teamIs(samplePurchase())
  fireEvent.click(screen.getByRole('button', { name: 'End link' }))
  const ending = await screen.findByRole('alertdialog', { name: 'End the link?' })
  expect(ending.textContent).toContain('Members who have claimed a seat keep it.')
  fireEvent.click(within(ending).getByRole('button', { name: 'End link' }))
  await expectToast('success', 'The link has ended')
  await screen.findByLabelText('Domain')
  expect(sent('PUT', '/api/team/link').map((body) => Reflect.get(Object(body), 'domain'))).toEqual([
    'nonsense',
    'example.com',
    'example.com',
    null,
  ])
})

test('SEAT-15 the address of an older link is not shown again', async () => {
  await open(samplePurchase({ link: { domain: 'example.com', expires_at: '2127-04-01T12:00:00.000Z' } }))
  expect(await screen.findByText(/Its address was shown when you made it/)).toBeTruthy()
})

test('SEAT-14 refunds seats after a confirmation with the numbers', async () => {
  await open(samplePurchase())
  fireEvent.click(await screen.findByRole('button', { name: 'Refund seats' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Refund seats' })
  expect(dialog.textContent).toContain('You get €220.15 back, and keep 4 seats. This closes 1 free seat.')
  fireEvent.change(within(dialog).getByLabelText('How many seats'), { target: { value: '3' } })
  expect(dialog.textContent).toContain(
    'You get €660.45 back, and keep 2 seats. This closes 1 free seat, 1 open invitation, and the seat of 1 member. Members who claimed last lose the Master Course at once.',
  )
  const refused = 'You asked for 3 seats of 5, and 2 seats can be refunded: within 30 days, those that did not start.'
  api.refuse(team.refund, 409, 'conflict', refused)
  teamIs(samplePurchase({ refundable: 2 }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund 3 seats' }))
  expect(await within(dialog).findByText(refused)).toBeTruthy()
  api.reply(team.refund, 200, { success: true, message: 'The seats are refunded.' })
  teamIs(samplePurchase({ usable: 3, open: 0, refundable: 0 }))
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Refund 2 seats' }))
  expect(await screen.findByText('The seats are refunded.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent('POST', '/api/team/refund')).toEqual([
    { purchase_id: 'cs_1', seats: 3 },
    { purchase_id: 'cs_1', seats: 2 },
  ])
})

test('SEAT-14 says that the bank has not paid for the seats yet', async () => {
  api.reply(contract.accounts.context, 200, sampleContext({ processing_payments: ['seats'] }))
  await open()
  expect(await screen.findByText('Your payment is processing')).toBeTruthy()
  expect(screen.queryByText('You have no seats for others')).toBeNull()
})
