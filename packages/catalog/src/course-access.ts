import type { CourseId } from '#courses'
import type { Entitlements } from './entitlements.ts'
import { unlockedBy } from './offers.ts'

/** What decides whether a course is open. */
type CourseAccessInput = { is_admin: boolean; entitlements: Entitlements; prices: readonly { plan_id: string }[] }

/**
 * Returns whether a course is open: always for the admin, otherwise with a purchase of the course, alone or in the bundle,
 * or a grant. The server decides the entitlement from the same purchases.
 */
export function hasCourseAccess(course: CourseId, { is_admin, entitlements, prices }: CourseAccessInput): boolean {
  return is_admin || entitlements[course] || prices.some(({ plan_id }) => unlockedBy(plan_id) === course)
}
