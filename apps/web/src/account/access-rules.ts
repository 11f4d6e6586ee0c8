import { type CourseId, FIRST_COURSE, mayOpenTutorial, hasCourseAccess as opensCourse, type TutorialMarks } from '@academy/catalog'
import type { Account, AccountEntitlements } from './account-context.ts'

/**
 * How screens show a tutorial. For display only: the server decides before it sends any content.
 * - `loading`: the account has not loaded, so nothing is open
 * - `free`: a free tutorial, and the user is not known to own the course
 * - `vip`: open because the user has aha_sessions
 * - `open`: the user owns the course or is the admin
 */
export type TutorialAccess = 'loading' | 'free' | 'vip' | 'open' | 'locked'

/** What the access rules read: the part of `useAccount()` that they need. */
export type AccessFacts = {
  status: 'loading' | 'loaded'
  error?: string | undefined
  context?: Pick<Account, 'prices'> | undefined
  entitlements: AccountEntitlements
}

/** Returns whether a course is open: always for the admin, otherwise once bought or granted. */
export function hasCourseAccess({ context, entitlements }: AccessFacts, course: CourseId = FIRST_COURSE): boolean {
  return opensCourse(course, { is_admin: entitlements.is_admin, entitlements, prices: context?.prices ?? [] })
}

/**
 * Returns why a tutorial of a course is open to an account; `locked` if it is not, `loading` while that is unknown, also because the product of
 * the course is.
 */
export function tutorialAccess(
  account: AccessFacts,
  { free, vip }: Omit<TutorialMarks, 'product'>,
  product: CourseId | undefined,
): TutorialAccess {
  // After a failed load, free tutorials are all that is known to be open.
  if (account.status === 'loading') return account.error && free ? 'free' : 'loading'
  if (product === undefined) return 'loading'
  if (hasCourseAccess(account, product)) return 'open'
  const isVip = mayOpenTutorial({ product, vip, free: false }, account.entitlements)
  if (isVip) return 'vip'
  return free ? 'free' : 'locked'
}
