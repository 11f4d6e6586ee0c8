import type { Entitlements } from './entitlements.ts'
import { PACKAGE_UNLOCKS } from './packages.ts'

/** The days on which a course opens, as YYYY-MM-DD, from the beginning of the day in UTC; null: at once. */
export type CourseOpening = {
  opens_on: string | null
  /** For accounts whose Studio runs; never later than `opens_on`. */
  studio_opens_on: string | null
}

/** Returns whether an account holds the whole Studio. */
export const holdsStudio = (entitlements: Entitlements): boolean => PACKAGE_UNLOCKS.studio.every((name) => entitlements[name])

/** Returns whether a course is open to everyone on a day (YYYY-MM-DD): its free tutorials can be read. */
export const isCourseOpen = ({ opens_on }: CourseOpening, today: string): boolean => opens_on === null || opens_on <= today

/** Returns whether an account may buy a course on a day (YYYY-MM-DD). Subscribers of the Studio may come earlier than others. */
export function isCourseOnSale(opening: CourseOpening, { entitlements, today }: { entitlements: Entitlements; today: string }): boolean {
  if (isCourseOpen(opening, today)) return true
  return opening.studio_opens_on !== null && opening.studio_opens_on <= today && holdsStudio(entitlements)
}
