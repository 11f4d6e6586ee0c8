import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AdminOnly, AdminOnlyNotice } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { contentStateQuery, isRunning } from './content-queries.ts'
import { ContentSkeleton } from './content-skeleton.tsx'
import { DraftList } from './draft-list.tsx'
import { HeldSync } from './held-sync.tsx'
import { MirrorCounts } from './mirror-counts.tsx'
import { PageProblems } from './page-problems.tsx'
import { PromptsToCheck } from './prompts-to-check.tsx'
import { RunList } from './run-list.tsx'
import { SyncPanel } from './sync-panel.tsx'

/** The admin page of the content mirror. */
export default function ContentPage() {
  return (
    <div className="flex flex-col gap-10">
      <PageHeader title="Content" lead="Learners see a synced copy of Notion. Here's what's in it and what failed to sync.">
        <p className="mt-3">
          <Link to={paths.authorGuide()} className="text-link font-semibold">
            Guide for authors
          </Link>
        </p>
      </PageHeader>
      <AdminOnly loading={<ContentSkeleton />}>
        <MirrorStatus />
      </AdminOnly>
    </div>
  )
}

function MirrorStatus() {
  const { data: state, error, isFetching, refetch } = useQuery(contentStateQuery())
  if (!state && error instanceof ApiError && error.status === 403) return <AdminOnlyNotice />
  if (!state && error && !isFetching) {
    return <ErrorState title="We couldn't load the content status" message={error.message} onRetry={() => void refetch()} />
  }
  if (!state) return <ContentSkeleton />
  return (
    <>
      {state.waiting && <HeldSync waiting={state.waiting} isRunning={isRunning(state)} />}
      <MirrorCounts shown={state.shown} />
      <SyncPanel state={state} refreshError={error?.message} />
      <PageProblems refused={state.refused} warnings={state.warnings} hasSynced={state.last_success_at !== null} />
      <PromptsToCheck />
      <DraftList drafts={state.drafts} />
      <RunList runs={state.runs} configured={state.configured} />
    </>
  )
}
