import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES } from './currencies.ts'
import { explainEntitlements } from './decide-entitlements.ts'
import { OFFERS } from './offers.ts'
import { purchaseState } from './purchases.ts'
import {
  type ClaimedSeat,
  heldSeats,
  MAX_SEATS,
  MIN_SEATS,
  openSeats,
  refundableSeats,
  type Seat,
  type SeatPurchase,
  seatPrice,
  seatRefund,
  sellsSeats,
  shareOfSeats,
  usableSeats,
} from './seats.ts'
import { after, bought, DAY_MS, emptyAccount, heldBy, NOON, seat } from './testing/account-facts.ts'

const paid = (seats: number, changes: Partial<SeatPurchase> = {}): SeatPurchase => ({
  ...bought('master_course'),
  seats,
  amount: seats * 259_00,
  refunded_amount: 0,
  refund_seats: 0,
  charge_id: 'ch_1',
  ...changes,
})
const claimed = (id: string, minutes: number, started = false): ClaimedSeat => ({
  id,
  claimed_at: after(minutes * 60_000),
  started_at: started ? after((minutes + 1) * 60_000) : null,
})
const stateOf = (seat: Seat) => heldSeats([seat], NOON)[0]?.state
const seatOf = (own: ClaimedSeat, purchase: SeatPurchase, all = [own]): Seat => ({ ...own, purchase, claimed: all })

test('SEAT-01 each seat is 15 % cheaper from 5 seats on, and 25 % from 10', () => {
  const euros = [2, 4, 5, 9, 10, 50].map((seats) => seatPrice('master_course', 'eur', seats) / 100)
  expect(euros).toEqual([259, 259, 220.15, 220.15, 194.25, 194.25])
})

test('SEAT-01 a seat never costs more than the course, nor more with more seats', () => {
  for (const currency of CURRENCIES)
    for (let seats = MIN_SEATS; seats <= MAX_SEATS; seats += 1) {
      const price = seatPrice('master_course', currency, seats)
      expect(price).toBeLessThanOrEqual(OFFERS.master_course.amounts[currency])
      expect(seatPrice('master_course', currency, seats + 1)).toBeLessThanOrEqual(price)
    }
})

test('SEAT-01 the bundle and the Studio have no seats', () => {
  expect([sellsSeats('master_course'), sellsSeats('bundle'), sellsSeats('studio')]).toEqual([true, false, false])
})

test('SEAT-03 a claimed seat unlocks the course, and says why', () => {
  const held = seatOf(claimed('a', 0), paid(2))
  expect(heldBy({ seats: [held] })).toEqual(['master_course', 'slack_standard'])
  const [course] = explainEntitlements({ ...emptyAccount, seats: [held] })
  expect(course).toMatchObject({ held: true, reasons: [{ kind: 'seat', state: 'active', holds: true, seat: held }] })
})

test.each([
  ['a full refund', { refunded_at: NOON }, 'refunded'],
  ['a lost dispute', { dispute: 'lost', dispute_at: NOON }, 'dispute_lost'],
  ['a revocation', { revoked_at: NOON }, 'revoked'],
] as const)('SEAT-03 %s closes all seats of the purchase', (_, change, state) => {
  const seats = [claimed('a', 0, true), claimed('b', 1)]
  for (const own of seats) {
    const held = seatOf(own, paid(2, change), seats)
    expect([stateOf(held), heldBy({ seats: [held] })]).toEqual([state, []])
  }
})

test('SEAT-04 a partial refund closes free seats first, then those that did not start, the last claimed first', () => {
  const all = [claimed('a', 0), claimed('b', 1, true), claimed('c', 2), claimed('d', 3, true)]
  const kept = (refunded: number) => [...openSeats(paid(5, { refunded_amount: shareOfSeats(paid(5), refunded) }), all)].sort().join('')
  expect([0, 1, 2, 3, 4, 5].map(kept)).toEqual(['abcd', 'abcd', 'abd', 'bd', 'b', ''])
})

test('SEAT-04 a refund of less than the share of a seat closes none', () => {
  expect(usableSeats(paid(3, { refunded_amount: 258_99 }))).toBe(3)
  expect(usableSeats(paid(3, { refunded_amount: 259_00 }))).toBe(2)
})

test('SEAT-04 the share of seats, rounded up to a cent, covers exactly these seats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_SEATS }), fc.integer({ min: 50, max: 1_500_000 }), fc.nat(MAX_SEATS), (seats, amount, n) => {
      fc.pre(n <= seats && amount >= seats)
      const purchase = paid(seats, { amount, refunded_amount: shareOfSeats({ seats, amount }, n) })
      expect(usableSeats(purchase)).toBe(seats - n)
      expect(purchase.refunded_amount).toBeLessThanOrEqual(amount)
    }),
  )
})

test('SEAT-04 no more seats are open than paid and not refunded, and started ones stay before the others', () => {
  fc.assert(
    fc.property(seat, ({ purchase, claimed: all }) => {
      const open = openSeats(purchase, all)
      const usable = usableSeats(purchase)
      expect(open.size).toBe(Math.min(usable, all.length))
      if (purchaseState(purchase) !== 'active') expect(open.size).toBe(0)
      const closed = all.filter(({ id }) => !open.has(id))
      const kept = all.filter(({ id }) => open.has(id))
      if (closed.some(({ started_at }) => started_at !== null)) expect(kept.every(({ started_at }) => started_at !== null)).toBe(true)
      for (const own of all) {
        const state = stateOf({ ...own, purchase, claimed: all })
        expect(state === 'active').toBe(open.has(own.id))
      }
    }),
  )
})

test('SEAT-04 the guarantee covers the seats that did not start, for 30 days', () => {
  const all = [claimed('a', 0, true), claimed('b', 1)]
  expect(refundableSeats(paid(4), all, NOON)).toBe(3)
  expect(refundableSeats(paid(4, { refund_seats: 2 }), all, NOON)).toBe(1)
  expect(refundableSeats(paid(4), all, after(40 * DAY_MS)), 'after its days').toBe(0)
  expect(refundableSeats(paid(4, { dispute: 'open', dispute_at: NOON }), all, NOON), 'in a dispute').toBe(0)
  expect(refundableSeats(paid(4, { charge_id: null }), all, NOON), 'without a payment').toBe(0)
})

test('SEAT-10 the buyer is shown what a refund pays, whatever was refunded before', () => {
  const purchase = { seats: 3, amount: 100_00, refunded_amount: 0 }
  expect([1, 2, 3].map((count) => seatRefund({ ...purchase, usable: 3 }, count))).toEqual([33_34, 66_67, 100_00])
  expect(seatRefund({ ...purchase, refunded_amount: 10_00, usable: 3 }, 1), 'after a part of a share').toBe(23_34)
  expect(seatRefund({ ...purchase, refunded_amount: 33_34, usable: 2 }, 1)).toBe(33_33)
  expect(seatRefund({ ...purchase, usable: 2 }, 1), 'while Stripe has not made the refund before').toBe(33_33)
})
