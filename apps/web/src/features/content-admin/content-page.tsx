import { useQuery } from '@tanstack/react-query'
import { AdminOnly, AdminRefusal } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { contentStateQuery } from './content-queries.ts'
import { ContentSkeleton } from './content-skeleton.tsx'
import { MirrorCounts } from './mirror-counts.tsx'
import { PageProblems } from './page-problems.tsx'
import { RunList } from './run-list.tsx'
import { SyncBox } from './sync-box.tsx'

/** The operator's view of the content mirror. For the administrator: the server refuses everybody else. */
export default function ContentPage() {
  return (
    <div className="flex flex-col gap-10">
      <header>
        <PageHeading>Content</PageHeading>
        <p className="mt-3 max-w-prose text-lg text-muted">
          What learners read is a copy of the Notion workspace. Here is what the copy holds, and what it could not take over.
        </p>
      </header>
      <AdminOnly loading={<ContentSkeleton />}>
        <Mirror />
      </AdminOnly>
    </div>
  )
}

function Mirror() {
  const { data: state, error, isFetching, refetch } = useQuery(contentStateQuery())
  if (!state && error instanceof ApiError && error.status === 403) return <AdminRefusal />
  if (!state && error && !isFetching) {
    return <ErrorState title="The state of the content could not be loaded" message={error.message} onRetry={() => void refetch()} />
  }
  if (!state) return <ContentSkeleton />
  return (
    <>
      <MirrorCounts shown={state.shown} />
      <SyncBox state={state} outdated={error?.message} />
      <PageProblems refused={state.refused} warnings={state.warnings} judged={state.last_success_at !== null} />
      <RunList runs={state.runs} configured={state.configured} />
    </>
  )
}
