import { COURSES } from '#courses'
import { forCourses } from './for-courses.ts'
import type { Package } from './packages.ts'

/** Display names. */
export const PACKAGE_NAMES: Readonly<Record<Package, string>> = {
  ...forCourses((course) => COURSES[course].title),
  studio: 'Vibe Coding Studio',
  vip: 'VIP access',
}
