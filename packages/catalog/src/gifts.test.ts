import { expect, test } from 'vitest'
import { giftDays, giftDelivery, unclaimedGiftRefund } from './gifts.ts'
import { refundableSeats, type SeatPurchase, seatPrice } from './seats.ts'
import { after, bought, DAY_MS } from './testing/account-facts.ts'

test('GIFT-01 a gift costs what the course costs', () => {
  expect(seatPrice('master_course', 'eur', 1)).toBe(259_00)
})

test('GIFT-01 a gift is delivered today or up to a year ahead, at 8:00 UTC', () => {
  expect(giftDays(new Date('2026-12-24T23:59:59Z'))).toEqual({ first: '2026-12-24', last: '2027-12-24' })
  expect(giftDelivery('2026-12-24')).toEqual(new Date('2026-12-24T08:00:00Z'))
})

const gift: SeatPurchase = {
  ...bought('master_course'),
  ...{ seats: 1, amount: 259_00, refunded_amount: 0, refund_seats: 0, charge_id: 'ch_1' },
}
const claimed = { id: 'a', claimed_at: after(0), started_at: null }
const DAY = '2026-12-24'

test('GIFT-02 a gift is covered by the guarantee, and again a year after its day while it is unclaimed', () => {
  const end = unclaimedGiftRefund(DAY)
  expect(end).toEqual(new Date('2027-12-24T08:00:00Z'))
  const at = (now: Date, claims: (typeof claimed)[] = []) => refundableSeats(gift, claims, now, DAY)
  expect([at(after(29 * DAY_MS)), at(after(29 * DAY_MS), [claimed])]).toEqual([1, 1])
  expect([at(after(40 * DAY_MS)), at(new Date(end.getTime() - 1))]).toEqual([0, 0])
  expect([at(end), at(end, [claimed])]).toEqual([1, 0])
})

test('GIFT-02 seats of a team have no such year', () => {
  expect(refundableSeats({ ...gift, seats: 2 }, [], after(800 * DAY_MS))).toBe(0)
})
