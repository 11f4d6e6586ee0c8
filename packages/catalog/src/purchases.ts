import type { Package } from './packages.ts'

/** Something that is paid once. Only what ended it, or may end it, is told beside what was bought. */
export type Purchase = {
  offer: 'master_course' | 'bundle'
  paid_at: Date
  /** When the whole amount had been given back; null also of a purchase of which only a part was. */
  refunded_at: Date | null
  /** What came of the buyer's objection at the bank. While it is open, and once it is won, the purchase stands. */
  dispute: null | 'open' | 'won' | 'lost'
  dispute_at: Date | null
}

/** `refunded` and `dispute_lost` name what ended it first. */
export type PurchaseState = 'active' | 'refunded' | 'dispute_lost'

/** What a purchase unlocks. The Studio of the bundle is a subscription of its own (D-120), and unlocks by itself. */
export const PURCHASE_PACKAGE: Readonly<Record<Purchase['offer'], Package>> = { master_course: 'master_course', bundle: 'master_course' }

export const isPurchaseOffer = (name: string): name is Purchase['offer'] => Object.hasOwn(PURCHASE_PACKAGE, name)

/** What became of a purchase: only a refund in full or a lost dispute ends it, and both are final. */
export function purchaseState({ refunded_at, dispute, dispute_at }: Purchase): PurchaseState {
  const isLost = dispute === 'lost'
  if (refunded_at === null) return isLost ? 'dispute_lost' : 'active'
  return isLost && dispute_at !== null && dispute_at < refunded_at ? 'dispute_lost' : 'refunded'
}
