import type { SessionSummary } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { formatCount } from '../../ui/pluralize.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { courseTotals, durationTexts } from './course-outline.ts'
import { sessionsQuery } from './course-queries.ts'

/** The Course Overview, counted from published content. */
export function CourseOverview({ courseId }: { courseId: string }) {
  const { data: sessions, error, isFetching } = useQuery(sessionsQuery(courseId))
  if (error && !sessions && !isFetching) return null
  if (sessions?.length === 0) return null
  return (
    <Disclosure title="Course Overview">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <ul className="contents">
          {sessions ? listTotals(sessions).map(([count, label]) => <Total key={label} count={count} label={label} />) : <TotalSkeletons />}
        </ul>
        <Link to={paths.glossary()} className="text-link">
          Glossary
        </Link>
      </div>
    </Disclosure>
  )
}

function listTotals(sessions: SessionSummary[]): [count: string, label: string][] {
  const totals = courseTotals(sessions)
  const { sessions: all, tutorials, videos, diagrams, free } = totals
  const total = (count: number, one: string, many: string): [string, string][] =>
    count > 0 ? [[formatCount(count), count === 1 ? one : many]] : []
  return [
    ...total(all, 'session', 'sessions'),
    ...total(tutorials, 'tutorial', 'tutorials'),
    ...total(videos, 'short video', 'short videos'),
    ...durationTexts(totals),
    ...total(diagrams, 'reference diagram', 'reference diagrams'),
    ...total(free, 'tutorial available for free', 'tutorials available for free'),
  ]
}

function Total({ count, label }: { count: string; label: string }) {
  return (
    <li>
      <span className="font-display text-lg font-bold whitespace-nowrap tabular-nums">{count}</span>{' '}
      <span className="text-muted">{label}</span>
    </li>
  )
}

const TotalSkeletons = () =>
  [1, 2, 3, 4, 5].map((row) => (
    <li key={row}>
      <Skeleton className="h-7 w-32" />
    </li>
  ))
