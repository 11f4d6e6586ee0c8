import { COURSE_IDS, type CourseId } from '#courses'

/** Returns a table with a value for each course. */
export const forCourses = <T>(of: (course: CourseId) => T) =>
  Object.fromEntries(COURSE_IDS.map((course) => [course, of(course)])) as Record<CourseId, T>
