import type { CourseId } from '#courses'
import type { Entitlements } from './entitlements.ts'

/** What decides who opens a tutorial: its course, and the authors' marks. `free` includes its session's mark. */
export type TutorialMarks = { product: CourseId; free: boolean; vip: boolean }

/** Returns whether the content of a tutorial may be shown: it is free, bought, or VIP for a VIP guest. */
export function mayOpenTutorial(tutorial: TutorialMarks, entitlements: Entitlements): boolean {
  return tutorial.free || entitlements[tutorial.product] || (tutorial.vip && entitlements.aha_sessions)
}

/**
 * Returns whether an account with these entitlements can open the tutorial only with the course. The content of such a tutorial starts the
 * course; free tutorials, and VIP tutorials for VIP guests, do not.
 */
export function needsCourseToOpen(tutorial: TutorialMarks, entitlements: Entitlements): boolean {
  return !mayOpenTutorial(tutorial, { ...entitlements, [tutorial.product]: false })
}
