import { expect, test } from 'vitest'
import { explainEntitlements, studioGiftEnd } from './decide-entitlements.ts'
import { heldSeats, refundableSeats, type Seat, type SeatPurchase, seatPrice } from './seats.ts'
import { addMonths, STUDIO_GIFT_NAMES, type StudioGift, soldTitle } from './studio-gifts.ts'
import { after, bought, DAY_MS, emptyAccount, given, heldBy, NOON, subscribed } from './testing/account-facts.ts'

/** A gift of the Studio that was claimed some days after noon. */
function gift(offer: StudioGift, day: number, changes: Partial<SeatPurchase> = {}): Seat {
  const own = { id: `${offer} ${day}`, claimed_at: after(day * DAY_MS), started_at: after(day * DAY_MS) }
  const purchase = { ...bought('master_course'), offer, seats: 1, amount: 51_00, refunded_amount: 0, refund_seats: 0, charge_id: 'ch_1' }
  return { ...own, purchase: { ...purchase, ...changes }, claimed: [own] }
}
const day = (date: Date | null | undefined) => date?.toISOString().slice(0, 10)
const STUDIO = ['resources', 'slack_standard', 'slack_premium', 'my_prompts']

test('GIFT-16 a gift of the Studio costs what its months cost', () => {
  expect(STUDIO_GIFT_NAMES.map((name) => [soldTitle(name), seatPrice(name, 'eur', 1), seatPrice(name, 'usd', 1)])).toEqual([
    ['Vibe Coding Studio for 3 months', 51_00, 57_00],
    ['Vibe Coding Studio for 6 months', 102_00, 114_00],
    ['Vibe Coding Studio for 12 months', 204_00, 228_00],
  ])
})

test('GIFT-17 months end on the same day, or on the last one of a shorter month', () => {
  const end = (from: string, months: number) => addMonths(new Date(from), months).toISOString()
  expect(end('2026-11-20T12:00:00.000Z', 3)).toBe('2027-02-20T12:00:00.000Z')
  expect(end('2026-11-30T23:59:00.000Z', 3)).toBe('2027-02-28T23:59:00.000Z')
  expect(end('2028-02-29T00:00:00.000Z', 12)).toBe('2029-02-28T00:00:00.000Z')
})

test('GIFT-17 a claimed gift opens the Studio until its months are over, and says until when', () => {
  const seats = [gift('studio_3_months', 0)]
  const end = addMonths(NOON, 3)
  expect(heldBy({ seats })).toEqual(STUDIO)
  expect(heldBy({ seats, now: new Date(end.getTime() - 1) })).toEqual(STUDIO)
  expect(heldBy({ seats, now: end })).toEqual([])
  const [resources] = explainEntitlements({ ...emptyAccount, seats }).filter(({ entitlement }) => entitlement === 'resources')
  expect(resources?.reasons).toMatchObject([{ kind: 'seat', state: 'active', holds: true, until: end }])
  expect(heldSeats(seats, end)).toMatchObject([{ state: 'ended', until: end }])
})

test.each([
  ['a refund', { refunded_at: after(DAY_MS), refunded_amount: 51_00 }],
  ['a lost dispute', { dispute: 'lost', dispute_at: after(DAY_MS) }],
  ['a revocation', { revoked_at: after(DAY_MS) }],
] as const)('GIFT-18 %s closes the Studio at once', (_, change) => {
  expect(heldBy({ seats: [gift('studio_12_months', 0, change)], now: after(2 * DAY_MS) })).toEqual([])
})

test('GIFT-18 the guarantee covers a gift of the Studio until it is claimed', () => {
  const { purchase, claimed } = gift('studio_3_months', 0)
  expect([refundableSeats(purchase, [], NOON, '2026-11-20'), refundableSeats(purchase, claimed, NOON, '2026-11-20')]).toEqual([1, 0])
})

test('GIFT-19 a second gift begins when the first ends, in the order of the claims', () => {
  const seats = [gift('studio_6_months', 10), gift('studio_3_months', 0)]
  const states = (now: Date) => heldSeats(seats, now).map(({ state, from, until }) => [state, day(from), day(until)])
  expect(states(after(20 * DAY_MS))).toEqual([
    ['active', '2026-11-20', '2027-02-20'],
    ['waiting', '2027-02-20', '2027-08-20'],
  ])
  expect(states(new Date('2027-03-01T00:00:00Z')).map(([state]) => state)).toEqual(['ended', 'active'])
  expect(heldBy({ seats, now: new Date('2027-02-20T12:00:00Z') })).toEqual(STUDIO)
  expect(heldBy({ seats, now: new Date('2027-08-20T12:00:00Z') })).toEqual([])
})

test('GIFT-19 a second gift begins when the first is closed, and loses none of its days', () => {
  const first = gift('studio_3_months', 0, { refunded_at: after(30 * DAY_MS), refunded_amount: 51_00 })
  const periods = (seats: Seat[]) => heldSeats(seats, after(40 * DAY_MS)).map(({ state, from }) => [state, day(from)])
  expect(periods([first, gift('studio_3_months', 10)])).toEqual([
    ['refunded', '2026-11-20'],
    ['active', '2026-12-20'],
  ])
  expect(periods([first, gift('studio_3_months', 35)])).toEqual([
    ['refunded', '2026-11-20'],
    ['active', '2026-12-25'],
  ])
})

test('GIFT-20 free days of a subscription end with the last gift, while gifts alone open the Studio', () => {
  const seats = [gift('studio_3_months', 0), gift('studio_3_months', 10)]
  const end = (facts: object) => day(studioGiftEnd({ ...emptyAccount, seats, now: after(20 * DAY_MS), ...facts }))
  expect(end({})).toBe('2027-05-20')
  expect(end({ subscriptions: [subscribed('active')] })).toBeUndefined()
  expect(end({ grants: [given('studio')] })).toBeUndefined()
  expect(end({ now: new Date('2027-05-20T12:00:00Z') }), 'after the end').toBeUndefined()
  expect(end({ seats: [] })).toBeUndefined()
})
