import { mayOpenTutorial, courseAccess as opensCourse, type TutorialMarks } from '@academy/catalog'
import type { Account, HeldEntitlements } from './account-context.ts'

/**
 * What the screens say about a tutorial. They only show it: the server decides again before it sends any content.
 * - `loading`: not known yet, so nothing is open (CTX-10)
 * - `free`: open to everybody, and this person has not bought the course
 * - `vip`: open because this person is a guest of the Aha sessions
 * - `open`: bought, or admin
 */
export type TutorialAccess = 'loading' | 'free' | 'vip' | 'open' | 'locked'

/** What the rules look at: the answer of `useAccount()`. */
export type Knowledge = { status: 'loading' | 'loaded' | 'error'; context?: Pick<Account, 'prices'>; entitlements: HeldEntitlements }

/** Whether the Master Course is open: to the admin always (ACCESS-04), to others once bought (ACCESS-06) or granted. False while unknown. */
export function courseAccess({ status, context, entitlements }: Knowledge): boolean {
  if (status !== 'loaded') return false
  return opensCourse({ is_admin: entitlements.is_admin, entitlements, prices: context?.prices ?? [] })
}

/** What to say about a tutorial to the person described by `account`. */
export function tutorialAccess(account: Knowledge, tutorial: TutorialMarks): TutorialAccess {
  if (account.status === 'loading') return 'loading'
  if (courseAccess(account)) return 'open'
  if (tutorial.free) return 'free'
  return mayOpenTutorial(tutorial, account.entitlements) ? 'vip' : 'locked'
}
