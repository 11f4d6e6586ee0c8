import type { SessionSummary } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { hasCourseAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArrowRight, Lock } from '../../ui/icons.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { courseTotals, formatDuration } from './course-outline.ts'
import { courseQuery, sessionsQuery } from './course-queries.ts'
import { sessionProgressText, useCourseProgress } from './progress/use-progress.ts'

/** Sessions shown before the user expands the list. */
const COLLAPSED_COUNT = 3

/** The list of sessions on the dashboard; nothing without a course, because its card says so. */
export function SessionOverview() {
  const query = useQuery(sessionsQuery())
  const { isLoadingError } = useQuery(courseQuery(env.masterCourseId))
  if (isLoadingError && query.data?.length === 0) return null
  return (
    <section aria-labelledby="dashboard-sessions">
      <h2 id="dashboard-sessions" className="mb-3 text-xl">
        Sessions
      </h2>
      <QueryView query={query} loading={<OverviewSkeleton />} errorTitle="Failed to load sessions" headingLevel={3}>
        {(sessions) => <SessionList sessions={sessions} />}
      </QueryView>
    </section>
  )
}

function SessionList({ sessions }: { sessions: SessionSummary[] }) {
  const [showAll, setShowAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  if (sessions.length === 0) {
    return <EmptyState title="No sessions yet">The sessions of the course appear here as soon as they are published.</EmptyState>
  }
  const hidden = sessions.length - COLLAPSED_COUNT
  const toggle = () => {
    flushSync(() => setShowAll(!showAll))
    // The toggle is below the sessions that it adds.
    list.current?.children[COLLAPSED_COUNT]?.querySelector<HTMLElement>('a, button')?.focus()
  }
  return (
    <div>
      <ol ref={list} className="divide-y divide-rule border-y border-rule">
        {(showAll ? sessions : sessions.slice(0, COLLAPSED_COUNT)).map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ol>
      {hidden > 0 && (
        <Button variant="ghost" className="mt-3 -ml-4" aria-expanded={showAll} onClick={toggle}>
          {showAll ? 'Hide sessions' : `+ ${hidden} more sessions`}
        </Button>
      )}
    </div>
  )
}

/** Classes of a row's link or button, which covers the whole row. */
const rowControl =
  'text-left outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-focus'

/** An open session links to its first tutorial; a locked one opens the pricing dialog. */
function SessionRow({ session }: { session: SessionSummary }) {
  const account = useAccount()
  const { request } = useFeatureAccess()
  const progress = useCourseProgress(env.masterCourseId)
  const isOpen = session.free || hasCourseAccess(account)
  // Neither open nor locked while the account loads.
  const isLocked = !isOpen && account.status !== 'loading'
  return (
    <li>
      <div className={cx('group relative -mx-3 flex gap-3 rounded-md px-3 py-5', (isOpen || isLocked) && 'hover:bg-sunken')}>
        <span aria-hidden="true" className="w-8 shrink-0 font-display text-2xl font-bold text-muted tabular-nums">
          {session.number}
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="text-lg">
            {isOpen && (
              <Link to={sessionPath(session)} className={rowControl}>
                {session.name}
              </Link>
            )}
            {isLocked && (
              <button type="button" aria-haspopup="dialog" onClick={() => request('master_course')} className={rowControl}>
                {session.name}
                <span className="sr-only"> (locked)</span>
              </button>
            )}
            {!isOpen && !isLocked && session.name}
          </h3>
          {session.description && <p className="mt-0.5 max-w-prose text-muted">{session.description}</p>}
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
            <span>{sessionProgressText(progress, session)}</span>
            <SessionMinutes session={session} />
            {session.free && !hasCourseAccess(account) && <Badge tone="positive">Free</Badge>}
            {isLocked && <span>Part of the Master Course</span>}
          </p>
        </div>
        {isOpen && (
          <ArrowRight
            aria-hidden="true"
            className="mt-1 size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-ink"
          />
        )}
        {isLocked && <Lock aria-hidden="true" className="mt-1 size-5 shrink-0 text-locked group-hover:text-ink" />}
      </div>
    </li>
  )
}

function sessionPath({ id, tutorials: [first] }: SessionSummary): string {
  return first ? paths.tutorial(env.masterCourseId, id, first.id) : paths.session(env.masterCourseId, id)
}

function SessionMinutes({ session }: { session: SessionSummary }) {
  const { minutes } = courseTotals([session])
  return minutes > 0 ? <span>{formatDuration(minutes)}</span> : null
}

function OverviewSkeleton() {
  return (
    <Loading label="Loading sessions..." className="divide-y divide-rule border-y border-rule">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3 py-5">
          <Skeleton className="size-8 shrink-0" />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-7 w-56" />
            <Skeleton className="mt-1 h-6 w-full max-w-prose" />
            <Skeleton className="mt-2 h-5 w-40" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
