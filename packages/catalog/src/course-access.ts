import type { Entitlements } from './entitlements.ts'
import { unlockedBy } from './offers.ts'

/** What decides whether the Master Course is open. */
type CourseAccessInput = { is_admin: boolean; entitlements: Entitlements; prices: readonly { plan_id: string }[] }

/**
 * Returns whether the Master Course is open: always for the admin, otherwise with a purchase of the course or bundle
 * or a grant. The server decides the entitlement from the same purchases.
 */
export function hasCourseAccess({ is_admin, entitlements, prices }: CourseAccessInput): boolean {
  return is_admin || entitlements.master_course || prices.some(({ plan_id }) => unlockedBy(plan_id) === 'master_course')
}
