import { GUARANTEE_DAYS } from './offers.ts'
import { type Purchase, purchaseState } from './purchases.ts'

const DAY_MS = 86_400_000

/** A purchase with its money, in cents. `charge_id` is null where nothing was charged, or the money came another way. */
export type GuaranteedPurchase = Purchase & { amount: number; refunded_amount: number; charge_id: string | null }

export type GuaranteeFacts = {
  purchase: GuaranteedPurchase
  /** When the account was first served paid content of the course; null: never. */
  course_started_at: Date | null
  now: Date
}

/**
 * - `open`: the buyer can have the money back
 * - `requested`: the buyer asked for it, and Stripe has not confirmed the refund
 * - `refunded`: all the money went back, for any reason
 * - `disputed`: the bank decides, or has decided, about the payment
 * - `no_charge`: a code made it free, or it was paid outside Stripe, so there is no payment to refund
 * - `revoked`: an operator took it back, as it cost nothing
 * - `started`: paid content was opened
 * - `over`: the days of the guarantee are over
 */
export type GuaranteeState = 'open' | 'requested' | 'refunded' | 'disputed' | 'no_charge' | 'revoked' | 'started' | 'over'

/** Returns a time on the last day of the guarantee, which screens show as a date. */
export const guaranteeLastDay = ({ paid_at }: Pick<Purchase, 'paid_at'>): Date => new Date(paid_at.getTime() + GUARANTEE_DAYS * DAY_MS)

/** Returns when the guarantee ends. A day later than the shown one begins, so that the shown day counts to its end in every time zone. */
export const guaranteeEnd = (purchase: Pick<Purchase, 'paid_at'>): Date => new Date(guaranteeLastDay(purchase).getTime() + DAY_MS)

/**
 * Returns whether the guarantee gives the money of a purchase back (PRICE-12, LEARN-51). A partial refund leaves the rest to give back. A
 * grant of the same course changes nothing, but content that was opened under it counts as opened.
 */
export function guaranteeState({ purchase, course_started_at, now }: GuaranteeFacts): GuaranteeState {
  const state = purchaseState(purchase)
  if (state === 'revoked') return 'revoked'
  if (state === 'refunded') return 'refunded'
  if (purchase.dispute !== null) return 'disputed'
  if (state === 'refund_requested') return 'requested'
  if (purchase.charge_id === null || purchase.refunded_amount >= purchase.amount) return 'no_charge'
  if (course_started_at !== null) return 'started'
  return now < guaranteeEnd(purchase) ? 'open' : 'over'
}

/** Returns the newest purchase whose money the buyer can have back, or has asked for; undefined without one. */
export function guaranteedPurchase<P extends GuaranteedPurchase>({
  purchases,
  course_started_at,
  now,
}: {
  purchases: readonly P[]
  course_started_at: Date | null
  now: Date
}): { purchase: P; state: 'open' | 'requested' } | undefined {
  const covered = purchases.flatMap((purchase) => {
    const state = guaranteeState({ purchase, course_started_at, now })
    return state === 'open' || state === 'requested' ? [{ purchase, state }] : []
  })
  return covered.toSorted((one, other) => other.purchase.paid_at.getTime() - one.purchase.paid_at.getTime())[0]
}
