import { GUARANTEE_DAYS } from './offers.ts'
import { type Purchase, purchaseState } from './purchases.ts'

const DAY_MS = 86_400_000

/** A purchase with its amounts in cents. `charge_id` is null if nothing was charged, or the buyer paid outside Stripe. */
export type GuaranteedPurchase = Purchase & { amount: number; refunded_amount: number; charge_id: string | null }

type GuaranteeFacts = {
  purchase: GuaranteedPurchase
  /** When the account was first served paid content of the course; null: never. */
  course_started_at: Date | null
  now: Date
}

/**
 * - `open`: the buyer can request a refund
 * - `requested`: the buyer requested the refund, and Stripe has not confirmed it
 * - `refunded`: the whole amount was refunded, for any reason
 * - `disputed`: the buyer disputed the payment, and the bank decides or has decided
 * - `no_charge`: there is no payment to refund, because a code made the purchase free or the buyer paid outside Stripe
 * - `revoked`: an operator revoked the purchase, which was free
 * - `started`: the account opened paid content
 * - `over`: the days of the guarantee are over
 */
export type GuaranteeState = 'open' | 'requested' | 'refunded' | 'disputed' | 'no_charge' | 'revoked' | 'started' | 'over'

/** Returns a time on the last day of the guarantee, which screens show as a date. */
export const guaranteeLastDay = ({ paid_at }: Pick<Purchase, 'paid_at'>): Date => new Date(paid_at.getTime() + GUARANTEE_DAYS * DAY_MS)

/** Returns when the guarantee ends: a day after `guaranteeLastDay`, so that the shown date counts to its end in every time zone. */
export const guaranteeEnd = (purchase: Pick<Purchase, 'paid_at'>): Date => new Date(guaranteeLastDay(purchase).getTime() + DAY_MS)

/**
 * Returns the state of the guarantee for a purchase (PRICE-12, LEARN-51). After a partial refund the guarantee covers the rest. A grant of the
 * same course does not change the state, but content that the account opened with the grant counts as opened.
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

/** Returns the newest purchase whose refund the buyer can request or has requested; undefined without one. */
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
