import type { Package } from './packages.ts'

/** What became of money that was paid: whether it went back. */
export type PaidMoney = {
  /** When the whole amount had been given back; null also of a purchase of which only a part was. */
  refunded_at: Date | null
  /** What came of the buyer's objection at the bank. While it is open, and once it is won, the purchase stands. */
  dispute: null | 'open' | 'won' | 'lost'
  dispute_at: Date | null
}

/** Something that is paid once, with what ended it or may end it. */
export type Purchase = PaidMoney & {
  offer: 'master_course' | 'bundle'
  paid_at: Date
  /** When an operator took back a purchase that a promotion code made free; null for every other one. */
  revoked_at: Date | null
}

/** `refunded` and `dispute_lost` name what happened first. */
export type MoneyState = 'active' | 'refunded' | 'dispute_lost'
export type PurchaseState = MoneyState | 'revoked'

/** What a purchase unlocks. The Studio of the bundle is a subscription of its own (D-120), and unlocks by itself. */
export const PURCHASE_PACKAGE: Readonly<Record<Purchase['offer'], Package>> = { master_course: 'master_course', bundle: 'master_course' }

export const isPurchaseOffer = (name: string): name is Purchase['offer'] => Object.hasOwn(PURCHASE_PACKAGE, name)

/** Returns `active` unless a refund in full or a lost dispute gave the money back. */
export function moneyState({ refunded_at, dispute, dispute_at }: PaidMoney): MoneyState {
  const isLost = dispute === 'lost'
  if (refunded_at === null) return isLost ? 'dispute_lost' : 'active'
  return isLost && dispute_at !== null && dispute_at < refunded_at ? 'dispute_lost' : 'refunded'
}

/** Returns the state of a purchase: money that went back ends it, and so does an operator if no money was paid. */
export const purchaseState = (purchase: Purchase): PurchaseState => (purchase.revoked_at ? 'revoked' : moneyState(purchase))

/** Money that was charged for a month of the Studio. */
export type StudioMonth = PaidMoney & { subscription_id: string | null; paid_at: Date }

/**
 * Returns the month because of which a subscription to the Studio has to end, or undefined. A lost dispute always ends it. A refund in
 * full ends it unless a later month was charged after the refund: then the admin meant one month, and the subscriber stayed.
 */
export function endingMonth<M extends StudioMonth>(subscription_id: string, charged: readonly M[]): M | undefined {
  const months = charged.filter((month) => month.subscription_id === subscription_id)
  return months.find((month) => {
    const state = moneyState(month)
    if (state === 'dispute_lost') return true
    const { refunded_at } = month
    return state === 'refunded' && refunded_at !== null && !months.some(({ paid_at }) => paid_at > refunded_at)
  })
}
