import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { CourseList } from './course-list.tsx'
import { coursesQuery } from './course-queries.ts'

/** All courses. With one course it redirects to that course, also when the list cannot be loaded. */
export default function CoursesPage() {
  const { data: courses, isError } = useQuery(coursesQuery())
  const state: { failedCourse?: unknown } | null = useLocation().state
  if (!courses && !isError) return <PageSpinner />
  if (!courses || courses.length < 2) {
    // "Back to Courses" on the error page of this course must not lead back to that error.
    return <Navigate to={state?.failedCourse === env.masterCourseId ? paths.dashboard() : paths.course()} replace />
  }
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Courses" lead="Each course is paid once and yours to keep." />
      <CourseList courses={courses} headingLevel={2} />
    </div>
  )
}
