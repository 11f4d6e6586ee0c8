import type { Entitlements } from './entitlements.ts'

/** How the authors marked a tutorial; `free` already includes its session's mark (D-32). */
export type TutorialMarks = { free: boolean; vip: boolean }

/** Whether content of a tutorial may be shown: free, bought, or a VIP tutorial of a VIP guest (COURSE-12, COURSE-14). */
export function mayOpenTutorial(tutorial: TutorialMarks, held: Entitlements): boolean {
  return tutorial.free || held.master_course || (tutorial.vip && held.aha_sessions)
}
