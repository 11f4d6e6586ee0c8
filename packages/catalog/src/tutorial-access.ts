import type { Entitlements } from './entitlements.ts'

/** The authors' marks of a tutorial; `free` includes its session's mark (D-32). */
export type TutorialMarks = { free: boolean; vip: boolean }

/** Returns whether the content of a tutorial may be shown: it is free, bought, or VIP for a VIP guest (COURSE-12, COURSE-14). */
export function mayOpenTutorial(tutorial: TutorialMarks, held: Entitlements): boolean {
  return tutorial.free || held.master_course || (tutorial.vip && held.aha_sessions)
}
