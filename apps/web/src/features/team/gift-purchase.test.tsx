import { giftDays } from '@academy/catalog'
import { contract, type Team } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { sampleGift, samplePurchase, sampleSeat } from '../../testing/team.ts'
import { expectToast } from '../../testing/toasts.ts'

const { team } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockAccount())
})

const teamIs = (...purchases: Team['purchases']) =>
  api.reply(team.get, 200, { success: true, data: { purchases, held: [], studio_free_until: null } })
async function open(changes: Parameters<typeof sampleGift>[0] = {}): Promise<HTMLElement> {
  teamIs(sampleGift(changes))
  await renderSignedIn('/team')
  await screen.findByRole('heading', { level: 1, name: 'Your gifts' })
  return await screen.findByRole('article', { name: 'The Master Course as a gift' })
}
const sent = (method: string, path: string) =>
  api.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const SENT = { deliver_on: '2026-03-02', is_sent: true }
const invited = [sampleSeat('gift', 'invited', { email: null })]
const claimed = [sampleSeat('gift', 'claimed', { email: null })]

test('GIFT-14 shows a gift before its day, and beside the seats of a team', async () => {
  const gift = await open()
  expect(gift.textContent).toContain('StateLeaves on December 24, 2099Forbob@example.comMessageHappy birthday!')
  expect(screen.getByText(/You see whether a gift was sent and claimed/)).toBeTruthy()
  teamIs(samplePurchase(), sampleGift())
  press('Change the gift')
  press('Cancel')
  expect(screen.queryByLabelText('Message (optional)')).toBeNull()
})

test.each([
  ['sent', { gift: SENT, taken: invited, open: 0 }, 'Sent, not claimed yet', ['Send it again', 'Get your money back']],
  ['claimed', { gift: SENT, taken: claimed, open: 0 }, 'Claimed', ['Get your money back']],
  ['claimed and started', { gift: SENT, taken: claimed, open: 0, refundable: 0 }, 'Claimed', []],
  ['unclaimed after the guarantee', { gift: SENT, taken: invited, refundable: 0 }, 'from March 2, 2027 on.', ['Send it again']],
  ['refunded', { usable: 0, refundable: 0, state: 'refunded' }, 'It closed because the purchase was refunded.', []],
  ['disputed', { refundable: 0, state: 'disputed' }, 'Until then the gift does not leave', ['Change the gift']],
  ['without an address', { gift: { email: null } }, 'Enter another address to send it.', ['Change the gift', 'Get your money back']],
])('GIFT-14 shows a gift that is %s', async (_, changes, text, buttons) => {
  const gift = await open(changes)
  expect(gift.textContent).toContain(text)
  expect([...gift.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(buttons)
})

test('GIFT-14 changes a gift, and shows what the API refuses beside the field', async () => {
  await open({ gift: SENT, taken: invited, open: 0 })
  press('Send it again')
  expect(screen.getByText(/The link of the email that was sent ends/)).toBeTruthy()
  const refusal = 'This is your own address. Enter that of the person who gets the gift.'
  api.refuse(team.changeGift, 400, 'invalid_request', refusal, { fields: { 'gift.email': refusal } })
  fireEvent.change(screen.getByLabelText("Recipient's email"), { target: { value: 'eve@example.com' } })
  press('Save')
  expect(await screen.findByText(refusal)).toBeTruthy()
  api.reply(team.changeGift, 200, { success: true, message: 'The gift is changed.' })
  press('Save')
  await expectToast('success', 'The gift is changed.')
  const gift = { email: 'eve@example.com', message: 'Happy birthday!', deliver_on: giftDays(new Date()).first }
  expect(sent('PUT', '/api/team/gift').at(-1)).toEqual({ purchase_id: 'cs_gift', gift })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('The Master Course as a gift'))
})

test('GIFT-14 returns the money after a confirmation', async () => {
  await open()
  press('Get your money back')
  expect((await screen.findByRole('alertdialog')).textContent).toContain('You get €259 back.')
  expect(sent('POST', '/api/team/refund')).toEqual([])
  api.reply(team.refund, 200, { success: true, message: 'The seats are refunded.' })
  press('Refund the gift')
  await expectToast('success', 'The refund is on its way')
  expect(sent('POST', '/api/team/refund')).toEqual([{ purchase_id: 'cs_gift', seats: 1 }])
})

test('GIFT-14 says that the payment of a gift is processing', async () => {
  api.reply(contract.accounts.context, 200, sampleContext({ processing_payments: ['gift'] }))
  teamIs()
  await renderSignedIn('/team?checkout=cs_gift')
  expect(await screen.findByText(/We asked your bank to pay for your gift/)).toBeTruthy()
})

test('GIFT-22 names the months of the Studio, also before the refund', async () => {
  teamIs(sampleGift({ offer: 'studio_3_months', amount: 51_00 }))
  await renderSignedIn('/team')
  await screen.findByRole('article', { name: 'The Vibe Coding Studio for 3 months as a gift' })
  press('Get your money back')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('You get €51 back.')
  expect(dialog.textContent).toContain('the recipient does not get the Vibe Coding Studio for 3 months')
})
