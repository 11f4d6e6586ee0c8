import fc from 'fast-check'
import { type AccountFacts, entitlementsFor } from '../decide-entitlements.ts'
import { ENTITLEMENTS, type Entitlement } from '../entitlements.ts'
import type { Grant } from '../grants.ts'
import { PACKAGES } from '../packages.ts'
import type { Purchase } from '../purchases.ts'
import type { ClaimedSeat, Seat, SeatPurchase } from '../seats.ts'
import { STUDIO_GIFT_NAMES } from '../studio-gifts.ts'
import { GRACE_DAYS, type Subscription } from '../subscriptions.ts'

export const NOON = new Date('2026-11-20T12:00:00Z')
export const DAY_MS = 86_400_000
export const after = (ms: number) => new Date(NOON.getTime() + ms)

/** A grant that started a second ago and has no end. */
export const given = (name: Grant['package'], changes: Partial<Grant> = {}): Grant => ({
  package: name,
  granted_at: after(-1_000),
  expires_at: null,
  revoked_at: null,
  ...changes,
})
/** A purchase that was paid a second ago. */
export const bought = (offer: Purchase['offer'], changes: Partial<Purchase> = {}): Purchase => ({
  offer,
  paid_at: after(-1_000),
  refunded_at: null,
  dispute: null,
  dispute_at: null,
  revoked_at: null,
  refund_requested_at: null,
  ...changes,
})
/** A Studio subscription that is paid for 30 days. */
export const subscribed = (status: string, changes: Partial<Subscription> = {}): Subscription => ({
  offer: 'studio',
  status,
  started_at: after(-1_000),
  paid_until: after(30 * DAY_MS),
  payment: 'settled',
  ended_at: null,
  revoked_at: null,
  ...changes,
})
export const emptyAccount: AccountFacts = { isAdmin: false, grants: [], purchases: [], subscriptions: [], seats: [], now: NOON }
/** Returns the entitlements of an account with these facts. */
export const heldBy = (facts: Partial<AccountFacts>): Entitlement[] => {
  const held = entitlementsFor({ ...emptyAccount, ...facts })
  return ENTITLEMENTS.filter((entitlement) => held[entitlement])
}
export const heldWith = (grants: Grant[], now = NOON): Entitlement[] => heldBy({ grants, now })

export const STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
  'unknown_future_value',
]

/** A date within 5 ms of `NOON`. */
export const dateNearNoon = fc.integer({ min: -5, max: 5 }).map(after)
export const grant: fc.Arbitrary<Grant> = fc.record({
  package: fc.constantFrom(...PACKAGES),
  granted_at: dateNearNoon,
  expires_at: fc.option(dateNearNoon),
  revoked_at: fc.option(dateNearNoon),
})
export const purchase: fc.Arbitrary<Purchase> = fc.record({
  offer: fc.constantFrom('master_course', 'bundle'),
  paid_at: dateNearNoon,
  refunded_at: fc.option(dateNearNoon),
  dispute: fc.constantFrom(null, 'open', 'won', 'lost'),
  dispute_at: fc.option(dateNearNoon),
  revoked_at: fc.option(dateNearNoon),
  refund_requested_at: fc.option(dateNearNoon),
})
export const subscription: fc.Arbitrary<Subscription> = fc.record({
  offer: fc.constant('studio'),
  status: fc.constantFrom(...STATUSES),
  started_at: dateNearNoon,
  paid_until: fc.option(
    fc.oneof(
      dateNearNoon,
      dateNearNoon.map((end) => new Date(end.getTime() - GRACE_DAYS * DAY_MS)),
    ),
  ),
  payment: fc.constantFrom('settled', 'processing', 'failed'),
  ended_at: fc.option(dateNearNoon),
  revoked_at: fc.option(dateNearNoon),
})
const claimedSeat: fc.Arbitrary<ClaimedSeat> = fc.record({
  id: fc.uuid(),
  claimed_at: dateNearNoon,
  started_at: fc.option(dateNearNoon),
})
const seatPurchase: fc.Arbitrary<SeatPurchase> = fc
  .record({
    seats: fc.integer({ min: 1, max: 6 }),
    // One seat is a gift, also of the Studio.
    gift: fc.constantFrom('master_course', ...STUDIO_GIFT_NAMES),
    price: fc.constantFrom(0, 259_00, 220_15),
    refunded: fc.nat(7),
    odd: fc.nat(20),
  })
  .chain(({ seats, gift, price, refunded, odd }) =>
    purchase.map((paid) => ({
      ...paid,
      offer: seats === 1 ? gift : ('master_course' as const),
      seats,
      amount: seats * price,
      refunded_amount: Math.min(seats * price, refunded * price + odd),
      refund_seats: Math.min(seats, odd % 3),
      charge_id: price === 0 ? null : 'ch_1',
    })),
  )
/** One of the claimed seats of a purchase. */
export const seat: fc.Arbitrary<Seat> = fc
  .record({ purchase: seatPurchase, claimed: fc.uniqueArray(claimedSeat, { minLength: 1, maxLength: 6, selector: ({ id }) => id }) })
  .chain(({ purchase, claimed }) => fc.constantFrom(...claimed).map((own) => ({ ...own, purchase, claimed })))
export const facts: fc.Arbitrary<AccountFacts> = fc.record({
  isAdmin: fc.boolean(),
  grants: fc.array(grant, { maxLength: 6 }),
  purchases: fc.array(purchase, { maxLength: 4 }),
  subscriptions: fc.array(subscription, { maxLength: 4 }),
  seats: fc.array(seat, { maxLength: 2 }),
  now: dateNearNoon,
})
