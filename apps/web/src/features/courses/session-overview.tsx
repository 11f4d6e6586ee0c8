import type { SessionSummary } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { courseAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ArrowRight, Lock } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { durationText } from './course-outline.ts'
import { sessionsQuery } from './course-queries.ts'

/** How many sessions the dashboard shows before somebody asks for all (DASH-04). */
const FIRST_SHOWN = 3

/** The sessions of the course on the dashboard. */
export function SessionOverview() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery())
  const [showAll, setShowAll] = useState(false)
  if (error && !sessions && !isFetching)
    return <ErrorState title="Failed to load sessions" message={error.message} onRetry={() => void refetch()} headingLevel={3} />
  if (!sessions) return <OverviewSkeleton />
  if (sessions.length === 0) {
    return <EmptyState title="No sessions yet">The sessions of the course appear here as soon as they are published.</EmptyState>
  }
  const hidden = sessions.length - FIRST_SHOWN
  return (
    <div>
      <ol className="divide-y divide-rule border-y border-rule">
        {(showAll ? sessions : sessions.slice(0, FIRST_SHOWN)).map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <Button variant="ghost" className="mt-3 -ml-4" aria-expanded={showAll} onClick={() => setShowAll(!showAll)}>
          {showAll ? 'Hide sessions' : `+ ${hidden} more sessions`}
        </Button>
      )}
    </div>
  )
}

/** A free session, or any for those who have the course, leads to its first tutorial; the others to the price (D-24, D-25). */
function SessionRow({ session }: { session: SessionSummary }) {
  const account = useAccount()
  const { request } = useFeatureAccess()
  const [first] = session.tutorials
  const open = session.free || courseAccess(account)
  const content = (
    <>
      <span aria-hidden="true" className="w-8 shrink-0 font-display text-2xl font-bold text-muted tabular-nums">
        {session.number}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-display text-lg font-bold">{session.name}</span>
        {session.description && <span className="mt-0.5 block max-w-prose text-muted">{session.description}</span>}
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
          {counted(session.tutorials_number, 'tutorial')}
          <SessionMinutes session={session} />
          {session.free && !courseAccess(account) && <Badge tone="positive">Free</Badge>}
          {!open && account.status !== 'loading' && <span>Part of the Master Course</span>}
        </span>
      </span>
    </>
  )
  const look = 'group -mx-3 flex gap-3 rounded-md px-3 py-5 hover:bg-sunken'
  if (!open) {
    // Nothing tells yet whether this row is locked (CTX-11).
    if (account.status === 'loading') return <div className="flex gap-3 py-5">{content}</div>
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => request('master_course')}
        className={`${look} w-[calc(100%+1.5rem)] text-left`}
      >
        {content}
        <Lock aria-hidden="true" className="mt-1 size-5 shrink-0 text-locked group-hover:text-ink" />
      </button>
    )
  }
  const target = first ? paths.tutorial(env.masterCourseId, session.id, first.id) : paths.session(env.masterCourseId, session.id)
  return (
    <Link to={target} className={look}>
      {content}
      <ArrowRight
        aria-hidden="true"
        className="mt-1 size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-ink"
      />
    </Link>
  )
}

function SessionMinutes({ session }: { session: SessionSummary }) {
  const minutes = session.tutorials.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  return minutes > 0 ? <span>{durationText(minutes)}</span> : null
}

function OverviewSkeleton() {
  return (
    <div role="status" className="divide-y divide-rule border-y border-rule">
      <span className="sr-only">Loading sessions...</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3 py-5">
          <Skeleton className="size-8 shrink-0" />
          <div className="flex-1">
            <Skeleton className="h-7 w-56 max-w-full" />
            <Skeleton className="mt-1 h-6 w-full max-w-prose" />
            <Skeleton className="mt-2 h-5 w-40" />
          </div>
        </div>
      ))}
    </div>
  )
}
