import { COURSE_IDS } from '#courses'
import type { Entitlement } from './entitlements.ts'
import { forCourses } from './for-courses.ts'

/** What an account can be granted or can buy as one unit. The bundle is two packages: the Master Course and the Studio. */
export const PACKAGES = [...COURSE_IDS, 'studio', 'vip'] as const
export type Package = (typeof PACKAGES)[number]

export const isPackage = (name: string): name is Package => (PACKAGES as readonly string[]).includes(name)

/** What each package unlocks, whether bought or granted. */
export const PACKAGE_UNLOCKS: Readonly<Record<Package, readonly Entitlement[]>> = {
  .../* @__PURE__ */ forCourses((course) => [course, 'slack_standard'] as const),
  studio: ['resources', 'my_prompts', 'slack_premium', 'slack_standard'],
  vip: ['aha_sessions'],
}
