import type { CourseSummary } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/format-date.ts'
import { ArrowRight } from '../../ui/icons.ts'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { useFurtherCourses } from './course-queries.ts'
import { ProgressBar } from './progress/progress-bar.tsx'
import { progressQuery } from './progress/progress-queries.ts'

/** Courses as cards, each of which leads to its page. */
export const CourseList = ({ courses, headingLevel }: { courses: CourseSummary[]; headingLevel: 2 | 3 }) => (
  <ul className="grid gap-5 sm:grid-cols-2">
    {courses.map((course) => (
      <CourseSummaryCard key={course.id} course={course} headingLevel={headingLevel} />
    ))}
  </ul>
)

const LABELS: Record<CourseSummary['state'], string> = { open: 'Open', locked: 'Look inside', upcoming: 'See what is coming' }

function CourseSummaryCard({ course, headingLevel }: { course: CourseSummary; headingLevel: 2 | 3 }) {
  const { id, name, text, sessions, tutorials, free_tutorials, state, opens_on } = course
  const progress = useQuery({ ...progressQuery(id), enabled: state === 'open' })
  const Heading = `h${headingLevel}` as const
  const [lead] = text.split('\n')
  return (
    <li className="group relative flex flex-col rounded-lg border border-rule-strong bg-surface p-5 sm:p-6 hover:border-ink">
      <Heading className="flex flex-wrap items-baseline gap-x-3 text-xl">
        {name}
        {state === 'open' && <Badge tone="positive">Yours</Badge>}
        {state === 'upcoming' && opens_on && <Badge>Opens on {formatDay(opens_on)}</Badge>}
      </Heading>
      <p className="mt-2 line-clamp-3 text-muted">{lead}</p>
      <p className="mt-3 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
        <span>{pluralize(sessions, 'session')}</span>
        <span>{pluralize(tutorials, 'tutorial')}</span>
        {state === 'locked' && free_tutorials > 0 && <span>{free_tutorials} free</span>}
      </p>
      {state === 'open' && (
        <div className="mt-3 min-h-6">{progress.data && <ProgressBar done={progress.data.done} total={progress.data.total} />}</div>
      )}
      <Link
        to={paths.course(id)}
        className="mt-auto flex items-center gap-1.5 self-start pt-4 font-semibold after:absolute after:inset-0 after:rounded-lg"
      >
        <LabelWithSubject label={LABELS[state]} subject={name} />
        <ArrowRight
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-ink"
        />
      </Link>
    </li>
  )
}

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
