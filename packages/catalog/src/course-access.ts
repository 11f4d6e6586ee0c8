import type { Entitlements } from './entitlements.ts'
import { purchaseFlag } from './purchase-flags.ts'

export type CourseFacts = { is_admin: boolean; entitlements: Entitlements; prices: readonly { plan_id: string }[] }

/**
 * Whether the Master Course is open: to the admin always (ACCESS-04), to others with a price of the course or of the bundle among what they
 * bought (ACCESS-06), or when it was granted to them. The entitlement is decided by the server from the same purchases (D-130).
 */
export function courseAccess({ is_admin, entitlements, prices }: CourseFacts): boolean {
  return is_admin || entitlements.master_course || prices.some(({ plan_id }) => purchaseFlag(plan_id) === 'has_master_course')
}
