import type { SeatOffer } from './studio-gifts.ts'

/** Whether a payment was refunded or disputed. */
export type PaidMoney = {
  /** When the whole amount was refunded; null also for a partial refund. */
  refunded_at: Date | null
  /** The outcome of the buyer's dispute. While it is open or after it was won, the purchase is valid. */
  dispute: null | 'open' | 'won' | 'lost'
  /** When the dispute was opened. */
  dispute_at: Date | null
}

/** A one-time purchase, with what ended it or may end it. Gifts of the Studio are always for others. */
export type Purchase = PaidMoney & {
  offer: SeatOffer
  paid_at: Date
  /** When an operator revoked a free purchase; null for all others. */
  revoked_at: Date | null
  /** When the buyer requested the refund of the guarantee; null without a request, and after Stripe refused the refund. */
  refund_requested_at: Date | null
}

/** If both a full refund and a lost dispute happened, the state names the first of them. */
type MoneyState = 'active' | 'refunded' | 'dispute_lost'
/** `refund_requested`: the guarantee was used, and Stripe has not confirmed the refund. */
export type PurchaseState = MoneyState | 'revoked' | 'refund_requested'

/** Returns `active` unless a refund in full or a lost dispute gave the money back. */
export function moneyState({ refunded_at, dispute, dispute_at }: PaidMoney): MoneyState {
  const isLost = dispute === 'lost'
  if (refunded_at === null) return isLost ? 'dispute_lost' : 'active'
  return isLost && dispute_at !== null && dispute_at < refunded_at ? 'dispute_lost' : 'refunded'
}

/** Returns the state of a purchase: `active` until a full refund, a refund request, a lost dispute or a revocation ends it. */
export function purchaseState(purchase: Purchase): PurchaseState {
  if (purchase.revoked_at) return 'revoked'
  const state = moneyState(purchase)
  return state === 'active' && purchase.refund_requested_at ? 'refund_requested' : state
}

/** A charge for a month of the Studio. */
export type StudioMonth = PaidMoney & { subscription_id: string | null; paid_at: Date }

/**
 * Returns the month whose refund or lost dispute ends the Studio, or undefined. A lost dispute always ends it. A full refund ends it unless
 * a later month was charged after the refund, because then only one month was refunded.
 */
export function endingMonth<M extends StudioMonth>(subscription_id: string, chargedMonths: readonly M[]): M | undefined {
  const months = chargedMonths.filter((month) => month.subscription_id === subscription_id)
  return months.find((month) => {
    const state = moneyState(month)
    if (state === 'dispute_lost') return true
    const { refunded_at } = month
    return state === 'refunded' && refunded_at !== null && !months.some(({ paid_at }) => paid_at > refunded_at)
  })
}
