import type * as catalog from '../courses.ts'

const course = (title: string, amount: number) => ({
  title,
  inText: title,
  summary: `About ${title}.`,
  includes: ['Tutorials'],
  amounts: { eur: amount, usd: amount },
})

/** Returns the module `courses.ts` with two further courses, for tests that replace it. */
export function threeCourses(actual: typeof catalog): typeof catalog {
  const second_course = { ...course('Second Steps', 90_00), studioAmounts: { eur: 72_00, usd: 76_00 } }
  const COURSES = { ...actual.COURSES, second_course, third_course: course('Third Time', 50_00) }
  return {
    ...actual,
    COURSES,
    COURSE_IDS: Object.keys(COURSES) as catalog.CourseId[],
    isCourseId: (name): name is catalog.CourseId => Object.hasOwn(COURSES, name),
  }
}
