import { COURSE_IDS, COURSES, type CourseId } from './courses.ts'
import type { Entitlement } from './entitlements.ts'

/** What an account can be granted or can buy as one unit. The bundle is two packages: the Master Course and the Studio. */
export const PACKAGES = [...COURSE_IDS, 'studio', 'vip'] as const
export type Package = (typeof PACKAGES)[number]

export const isPackage = (name: string): name is Package => (PACKAGES as readonly string[]).includes(name)

/** Returns a value for each course. */
const forCourses = <T>(of: (course: CourseId) => T) =>
  Object.fromEntries(COURSE_IDS.map((course) => [course, of(course)])) as Record<CourseId, T>

/** Display names. */
export const PACKAGE_NAMES: Readonly<Record<Package, string>> = {
  ...forCourses((course) => COURSES[course].title),
  studio: 'Vibe Coding Studio',
  vip: 'VIP access',
}

/** What each package unlocks, whether bought or granted. */
export const PACKAGE_UNLOCKS: Readonly<Record<Package, readonly Entitlement[]>> = {
  ...forCourses((course) => [course, 'slack_standard'] as const),
  studio: ['resources', 'my_prompts', 'slack_premium', 'slack_standard'],
  vip: ['aha_sessions'],
}
