import { CourseList } from './course-list.tsx'
import { useFurtherCourses } from './course-queries.ts'

/** The courses beside the Master Course on the dashboard; nothing without any. */
export function FurtherCourses() {
  const courses = useFurtherCourses()
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="further-courses">
      <h2 id="further-courses" className="mb-3 text-xl">
        More courses
      </h2>
      <CourseList courses={courses} headingLevel={3} />
    </section>
  )
}
