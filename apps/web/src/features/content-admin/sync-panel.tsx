import type { ContentState } from '@academy/contract'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { RotateCw } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { SpinnerIcon } from '../../ui/spinner.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { isRunning } from './content-queries.ts'
import { formatCounts, formatRunDuration, kindLabels } from './run-text.ts'
import { type SyncKind, useSync } from './use-sync.ts'

/** The state of the last sync, and the buttons that start one. `refreshError`: why the last request for the state failed. */
export function SyncPanel({ state, refreshError }: { state: ContentState; refreshError: string | undefined }) {
  const sync = useSync()
  const running = isRunning(state)
  const startSync = (kind: SyncKind) => sync.mutate(kind)
  return (
    <Section title="Sync">
      <div className="flex flex-col gap-4">
        <Progress state={state} />
        {refreshError && <Alert tone="warning" title="This view is out of date">{`${refreshError} We'll keep trying.`}</Alert>}
        {state.configured ? (
          <>
            <div className="flex flex-wrap gap-3">
              <Button pending={running || sync.isPending} onClick={() => startSync('incremental')}>
                {!running && !sync.isPending && <RotateCw aria-hidden="true" />}
                {running ? 'Syncing...' : 'Sync now'}
              </Button>
              <Button variant="secondary" disabled={running || sync.isPending} onClick={() => startSync('everything')}>
                Sync everything
              </Button>
            </div>
            <p className="max-w-prose text-sm text-muted">
              “Sync now” publishes recent edits. “Sync everything” reads every page again, which takes several minutes for a large
              workspace.
            </p>
          </>
        ) : (
          <Alert tone="warning" title="No Notion workspace is configured">
            Learners keep seeing the last synced version. To sync, set <code translate="no">NOTION_TOKEN</code> and{' '}
            <code translate="no">NOTION_ROOT_PAGE_ID</code> for the API and restart it.
          </Alert>
        )}
      </div>
    </Section>
  )
}

/** Progress of the running sync, or the result of the last one. Screen readers announce changes. */
function Progress({ state }: { state: ContentState }) {
  const [latest] = state.runs
  return (
    <p role="status" className="flex min-h-7 items-start gap-2.5 text-muted">
      {latest?.status === 'running' ? (
        <>
          <SpinnerIcon className="mt-1 size-5 shrink-0 text-ink" />
          <span>
            <span className="font-semibold text-ink">{kindLabels[latest.kind]} is running.</span>{' '}
            <span className="tabular-nums">
              {formatCounts(latest) || (
                <>
                  It started at <Timestamp at={latest.started_at} />.
                </>
              )}
            </span>
          </span>
        </>
      ) : (
        <span>
          {latest?.status === 'succeeded' && `The last sync took ${formatRunDuration(latest)}. `}
          {latest?.status === 'held' && 'The last sync needs your confirmation and changed nothing. '}
          {latest && latest.status !== 'succeeded' && latest.status !== 'held' && (
            <span className="font-semibold text-danger">The last sync did not finish. </span>
          )}
          {state.last_success_at ? (
            <>
              Last synced <Timestamp at={state.last_success_at} />.
            </>
          ) : (
            'No sync has succeeded yet.'
          )}
        </span>
      )}
    </p>
  )
}
