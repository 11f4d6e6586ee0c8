import { type CourseId, isCourseId } from '#courses'
import { GUARANTEE_DAYS } from './offers.ts'
import { type Purchase, purchaseState } from './purchases.ts'
import { soldPackage } from './studio-gifts.ts'

const DAY_MS = 86_400_000

/** A purchase with its amounts in cents. `charge_id` is null if nothing was charged, or the buyer paid outside Stripe. */
export type GuaranteedPurchase = Purchase & {
  amount: number
  refunded_amount: number
  charge_id: string | null
  /** When another account first used the guarantee with the card or bank account that paid this; null: none did. */
  used_elsewhere_at: Date | null
}

/** When an account started courses. */
export type CourseStarts = Readonly<Partial<Record<CourseId, Date>>>

/** What an account has bought and opened. */
type GuaranteeFacts<P extends GuaranteedPurchase = GuaranteedPurchase> = {
  /** All purchases of the account. */
  purchases: readonly P[]
  /** When the account was first served paid content of each course; nothing for a course that it did not start. */
  course_starts: CourseStarts
}

/**
 * - `open`: the buyer can request a refund
 * - `requested`: the buyer requested the refund, and Stripe has not confirmed it
 * - `refunded`: the whole amount was refunded, for any reason
 * - `disputed`: the buyer disputed the payment, and the bank decides or has decided
 * - `no_charge`: there is no payment to refund, because a code made the purchase free or the buyer paid outside Stripe
 * - `revoked`: an operator revoked the purchase, which was free
 * - `used`: the buyer had used the guarantee before this purchase
 * - `started`: the account opened paid content
 * - `over`: the days of the guarantee are over
 */
export type GuaranteeState = 'open' | 'requested' | 'refunded' | 'disputed' | 'no_charge' | 'revoked' | 'used' | 'started' | 'over'

/** Returns a time on the last day of the guarantee, which screens show as a date. */
export const guaranteeLastDay = ({ paid_at }: Pick<Purchase, 'paid_at'>): Date => new Date(paid_at.getTime() + GUARANTEE_DAYS * DAY_MS)

/** Returns when the guarantee ends: a day after `guaranteeLastDay`, so that the shown date counts to its end in every time zone. */
export const guaranteeEnd = (purchase: Pick<Purchase, 'paid_at'>): Date => new Date(guaranteeLastDay(purchase).getTime() + DAY_MS)

/** Returns when a purchase used the guarantee of its buyer: by the request for the refund, or by a dispute that took the money back. */
const useOf = ({ refund_requested_at, dispute, dispute_at }: Purchase): Date | null =>
  refund_requested_at ?? (dispute === 'lost' ? dispute_at : null)

/** Returns whether the buyer had used the guarantee before this payment. Stripe counts in seconds, so a use counts from the start of its second. */
const wasUsedBefore = ({ paid_at, used_elsewhere_at }: GuaranteedPurchase, purchases: readonly Purchase[]): boolean =>
  [used_elsewhere_at, ...purchases.map(useOf)].some((use) => use !== null && Math.floor(use.getTime() / 1000) * 1000 <= paid_at.getTime())

/**
 * Returns whether the next purchase of a course, alone or in the bundle, would have the guarantee (`offered`), or why not. A use by another
 * account with the same card is known only after the payment.
 */
export function nextGuarantee(course: CourseId, { purchases, course_starts }: GuaranteeFacts): 'offered' | 'used' | 'started' {
  if (purchases.some((purchase) => useOf(purchase) !== null)) return 'used'
  return course_starts[course] === undefined ? 'offered' : 'started'
}

/**
 * Returns the state of the guarantee for a purchase, which each person can use once. After a partial refund it
 * covers the rest. A grant of the same course does not change the state, but content that the account opened with the grant counts as opened.
 */
export function guaranteeState(
  purchase: GuaranteedPurchase,
  { purchases, course_starts, now }: GuaranteeFacts & { now: Date },
): GuaranteeState {
  const state = purchaseState(purchase)
  if (state === 'revoked') return 'revoked'
  if (state === 'refunded') return 'refunded'
  if (purchase.dispute !== null) return 'disputed'
  if (state === 'refund_requested') return 'requested'
  if (purchase.charge_id === null || purchase.refunded_amount >= purchase.amount) return 'no_charge'
  if (wasUsedBefore(purchase, purchases)) return 'used'
  const unlocked = soldPackage(purchase.offer)
  if (isCourseId(unlocked) && course_starts[unlocked] !== undefined) return 'started'
  return now < guaranteeEnd(purchase) ? 'open' : 'over'
}

/** Returns the newest purchase, of any or one course, whose refund the buyer can request or has requested; undefined without one. */
export function guaranteedPurchase<P extends GuaranteedPurchase>(
  facts: GuaranteeFacts<P> & { now: Date },
  course?: CourseId,
): { purchase: P; state: 'open' | 'requested' } | undefined {
  const covered = facts.purchases.flatMap((purchase) => {
    if (course !== undefined && soldPackage(purchase.offer) !== course) return []
    const state = guaranteeState(purchase, facts)
    return state === 'open' || state === 'requested' ? [{ purchase, state }] : []
  })
  return covered.toSorted((a, b) => b.purchase.paid_at.getTime() - a.purchase.paid_at.getTime())[0]
}
