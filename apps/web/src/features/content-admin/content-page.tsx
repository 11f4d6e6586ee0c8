import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { contentStateQuery } from './content-queries.ts'
import { ContentSkeleton } from './content-skeleton.tsx'
import { MirrorCounts } from './mirror-counts.tsx'
import { PageProblems } from './page-problems.tsx'
import { RunList } from './run-list.tsx'
import { SyncBox } from './sync-box.tsx'

/** The operator's view of the content mirror. For the administrator: the server refuses everybody else. */
export default function ContentPage() {
  const { status, entitlements } = useAccount()
  const isStranger = status === 'loaded' && !entitlements.is_admin
  return (
    <div className="flex flex-col gap-10">
      <header>
        <PageHeading>Content</PageHeading>
        {!isStranger && (
          <p className="mt-3 max-w-prose text-lg text-muted">
            What learners read is a copy of the Notion workspace. Here is what the copy holds, and what it could not take over.
          </p>
        )}
      </header>
      {status === 'loading' && <ContentSkeleton />}
      {status !== 'loading' && (isStranger ? <Forbidden /> : <Mirror />)}
    </div>
  )
}

function Mirror() {
  const { data: state, error, isFetching, refetch } = useQuery(contentStateQuery())
  if (!state && error instanceof ApiError && error.status === 403) return <Forbidden />
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

const Forbidden = () => (
  <EmptyState
    title="This page is for the academy's administrator."
    action={
      <LinkButton to={paths.dashboard()} variant="secondary" size="sm">
        Go to the dashboard
      </LinkButton>
    }
  >
    Your account is not the administrator's, so the server keeps it closed.
  </EmptyState>
)
