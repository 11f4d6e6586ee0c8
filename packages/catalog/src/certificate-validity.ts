import type { CourseId } from '#courses'
import { type AccountFacts, entitlementsFor } from './decide-entitlements.ts'
import { grantState } from './grants.ts'
import { PACKAGE_UNLOCKS } from './packages.ts'

/**
 * Returns whether the certificate of a course is valid: while the account owns the course, and after a grant with which it was
 * completed ended as planned. A refund, a lost dispute or a revoked grant makes it invalid.
 */
export function isCertificateValid(
  course: CourseId,
  { completed_at, ...facts }: Omit<AccountFacts, 'isAdmin'> & { completed_at: Date },
): boolean {
  const { grants, now } = facts
  const endedAsPlanned = grants.some(
    (grant) =>
      PACKAGE_UNLOCKS[grant.package].includes(course) &&
      grant.granted_at <= completed_at &&
      grantState(grant, completed_at) !== 'expired' &&
      grantState(grant, now) === 'expired',
  )
  return endedAsPlanned || entitlementsFor({ ...facts, isAdmin: false })[course]
}
