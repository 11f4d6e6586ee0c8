import type { Currency } from './currencies.ts'
import { unclaimedGiftRefund } from './gifts.ts'
import { guaranteeEnd } from './guarantee.ts'
import { OFFERS, type OfferName } from './offers.ts'
import { type Purchase, type PurchaseState, purchaseState } from './purchases.ts'
import { addMonths, isStudioGift, STUDIO_GIFTS, type StudioGift, studioGiftPrice } from './studio-gifts.ts'

/** The number of seats that a purchase for a team can have. */
export const MIN_SEATS = 2
export const MAX_SEATS = 50

/** How many percent each seat is cheaper from a number of seats on, ascending. */
export const SEAT_DISCOUNTS = [
  { from: 5, percent: 15 },
  { from: 10, percent: 25 },
] as const

/** Returns whether an offer can be bought for others. The Studio of a bundle is a subscription of its buyer, so a bundle cannot. */
export const sellsSeats = (offer: OfferName): boolean => OFFERS[offer].kind === 'one_time' && OFFERS[offer].freeStudioMonths === 0

/** Returns the price of one of several seats, or of a gift, in the smallest unit of the currency. */
export function seatPrice(offer: OfferName | StudioGift, currency: Currency, seats: number): number {
  if (isStudioGift(offer)) return studioGiftPrice(offer, currency)
  const percent = SEAT_DISCOUNTS.findLast(({ from }) => seats >= from)?.percent ?? 0
  return Math.round((OFFERS[offer].amounts[currency] * (100 - percent)) / 100)
}

/** A purchase for others: its buyer holds none of its seats. */
export type SeatPurchase = Purchase & {
  /** The paid seats. */
  seats: number
  /** The charged amount, and what of it was refunded for any reason, in cents. */
  amount: number
  refunded_amount: number
  /** The seats whose share the owner requested back under the guarantee, in total. */
  refund_seats: number
  charge_id: string | null
}

/** A seat that an account claimed. `started_at` is when it first opened paid content with the seat; null: not yet. */
export type ClaimedSeat = { id: string; claimed_at: Date; started_at: Date | null }

/** The seat of an account, with all claimed seats of its purchase. */
export type Seat = ClaimedSeat & { purchase: SeatPurchase; claimed: readonly ClaimedSeat[] }

/** Returns the seats whose share was refunded, or requested back. A refund of less than a seat's share ends none. */
const refundedSeats = ({ seats, amount, refunded_amount, refund_seats }: SeatPurchase): number =>
  Math.max(refund_seats, amount > 0 ? Math.floor((Math.min(refunded_amount, amount) * seats) / amount) : 0)

/** Returns how many seats of a purchase can be used: none after a full refund, a lost dispute or a revocation. */
export const usableSeats = (purchase: SeatPurchase): number =>
  purchaseState(purchase) === 'active' ? purchase.seats - refundedSeats(purchase) : 0

const byClaim = (a: ClaimedSeat, b: ClaimedSeat): number => a.claimed_at.getTime() - b.claimed_at.getTime() || (a.id < b.id ? -1 : 1)

const byKept = (a: ClaimedSeat, b: ClaimedSeat): number => Number(b.started_at !== null) - Number(a.started_at !== null) || byClaim(a, b)

/** Returns the ids of the claimed seats that stay open. A refund closes free seats first, then those that did not start, the last claimed first. */
export const openSeats = (purchase: SeatPurchase, claimed: readonly ClaimedSeat[]): ReadonlySet<string> =>
  new Set(
    claimed
      .toSorted(byKept)
      .slice(0, usableSeats(purchase))
      .map(({ id }) => id),
  )

/**
 * - `refunded`: also when only the share of this seat was refunded
 * - `waiting`: a gift of the Studio that begins when an earlier one ends
 * - `ended`: a gift of the Studio whose months are over
 */
type SeatState = PurchaseState | 'waiting' | 'ended'

/** Returns whether the money for a seat has stayed: `active` until its purchase ends, or a refund covers the seat. */
function paidState({ id, purchase, claimed }: Seat): PurchaseState {
  const state = purchaseState(purchase)
  if (state !== 'active') return state
  return openSeats(purchase, claimed).has(id) ? 'active' : 'refunded'
}

/** A seat of an account with its state. `from` is when it opens what it is for, `until` when it ends; null: never. */
export type HeldSeat<S extends Seat = Seat> = { seat: S; state: SeatState; from: Date; until: Date | null }

/** When the money of a purchase went back, or an operator revoked it; undefined while it is valid, or if only a request for a refund is known. */
const closedAt = ({ refunded_at, dispute_at, revoked_at }: SeatPurchase): Date | undefined =>
  refunded_at ?? revoked_at ?? dispute_at ?? undefined

const earliest = (...times: Date[]): Date => new Date(Math.min(...times.map(Number)))

/**
 * Returns the state of each seat of an account, in the order of the claims. Gifts of the Studio open it one after the other: the months of one
 * begin when the one before ends, or was closed.
 */
export function heldSeats<S extends Seat>(seats: readonly S[], now: Date): HeldSeat<S>[] {
  let free = new Date(0)
  return [...new Map(seats.map((seat) => [seat.id, seat])).values()].toSorted(byClaim).map((seat) => {
    const { purchase, claimed_at } = seat
    const state = paidState(seat)
    if (!isStudioGift(purchase.offer)) return { seat, state, from: claimed_at, until: null }
    const waits = claimed_at < free
    const from = waits ? free : claimed_at
    const until = addMonths(from, STUDIO_GIFTS[purchase.offer])
    if (state !== 'active') {
      const closed = earliest(closedAt(purchase) ?? from, until, now)
      if (from < closed) free = closed
      return { seat, state, from, until }
    }
    free = until
    // Clocks of instances differ: a claim is in the past.
    if (waits && now < from) return { seat, state: 'waiting', from, until }
    return { seat, state: now < until ? 'active' : 'ended', from, until }
  })
}

/**
 * Returns how many seats the buyer can have refunded: those that can be used and did not start. None in a dispute, without a payment, or after the
 * days of the guarantee; a gift again if it was not claimed for a year after its day (`deliver_on`).
 */
export function refundableSeats(purchase: SeatPurchase, claimed: readonly ClaimedSeat[], now: Date, deliver_on?: string): number {
  if (purchase.charge_id === null || purchase.dispute !== null) return 0
  const isUnclaimed = deliver_on !== undefined && claimed.length === 0 && now >= unclaimedGiftRefund(deliver_on)
  if (!isUnclaimed && !(now < guaranteeEnd(purchase))) return 0
  const started = claimed.filter(({ started_at }) => started_at !== null).length
  return Math.max(0, usableSeats(purchase) - started)
}

/** Returns what the buyer gets back for a further number of refunded seats, in cents. A refund that covered a part of their share counts. */
export const seatRefund = (
  purchase: Pick<SeatPurchase, 'seats' | 'amount' | 'refunded_amount'> & { usable: number },
  count: number,
): number => {
  const refunded = purchase.seats - purchase.usable
  return shareOfSeats(purchase, refunded + count) - Math.max(purchase.refunded_amount, shareOfSeats(purchase, refunded))
}

/** Returns the amount that must be refunded in total, so that it covers a number of seats, in cents. */
export const shareOfSeats = ({ seats, amount }: Pick<SeatPurchase, 'seats' | 'amount'>, refunded: number): number =>
  Math.ceil((amount * refunded) / seats)
