import type { OfferName } from './offers.ts'

/**
 * What the price of a purchase or a subscription marks its owner as having, told by the offer it belongs to (PRICE-24). Each offer has one
 * price in each currency: the two of the Studio, which are the 'starter' prices (D-91), mark the Studio; the four others the course.
 */
const flags = {
  studio: 'has_studio',
  master_course: 'has_master_course',
  bundle: 'has_master_course',
} as const satisfies Record<OfferName, string>

export type PurchaseFlag = (typeof flags)[OfferName]

/** Returns the flag of a plan; undefined for a foreign plan. */
export const purchaseFlag = (plan: string): PurchaseFlag | undefined => (Object.hasOwn(flags, plan) ? flags[plan as OfferName] : undefined)
