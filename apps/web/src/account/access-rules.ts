import { mayOpenTutorial, hasCourseAccess as opensCourse, type TutorialMarks } from '@academy/catalog'
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

/** Returns whether the Master Course is open: always for the admin, otherwise once bought or granted. */
export function hasCourseAccess({ context, entitlements }: AccessFacts): boolean {
  return opensCourse({ is_admin: entitlements.is_admin, entitlements, prices: context?.prices ?? [] })
}

/** Returns why a tutorial is open to an account; `locked` if it is not, `loading` while that is unknown. */
export function tutorialAccess(account: AccessFacts, tutorial: TutorialMarks): TutorialAccess {
  // After a failed load, free tutorials are all that is known to be open.
  if (account.status === 'loading') return account.error && tutorial.free ? 'free' : 'loading'
  if (hasCourseAccess(account)) return 'open'
  const isVip = mayOpenTutorial({ ...tutorial, free: false }, account.entitlements)
  if (isVip) return 'vip'
  return tutorial.free ? 'free' : 'locked'
}
