import type { ContentState } from '@academy/contract'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { RotateCw } from '../../ui/icons.ts'
import { Moment } from '../../ui/moment.tsx'
import { SpinnerGlyph } from '../../ui/spinner.tsx'
import { isRunning } from './content-queries.ts'
import { countsText, kindTexts, lengthText } from './run-text.ts'
import { useSync } from './use-sync.ts'

/** When the copy was last made, and the buttons that make it anew. `outdated` says why the last look at it failed. */
export function SyncBox({ state, outdated }: { state: ContentState; outdated: string | undefined }) {
  const sync = useSync()
  const running = isRunning(state)
  const begin = (kind: 'incremental' | 'full') => sync.mutate(kind)
  return (
    <section aria-labelledby="content-sync">
      <h2 id="content-sync" className="text-xl">
        Sync
      </h2>
      <div className="mt-2 flex flex-col gap-4">
        <Progress state={state} />
        {outdated && <Alert tone="warning" title="This view is not up to date">{`${outdated} It is tried again every few seconds.`}</Alert>}
        {state.configured ? (
          <>
            <div className="flex flex-wrap gap-3">
              <Button pending={running || sync.isPending} onClick={() => begin('incremental')}>
                {!running && !sync.isPending && <RotateCw aria-hidden="true" />}
                {running ? 'Syncing...' : 'Sync now'}
              </Button>
              <Button variant="secondary" disabled={running || sync.isPending} onClick={() => begin('full')}>
                Full sync
              </Button>
            </div>
            <p className="max-w-prose text-sm text-muted">
              Sync now takes over what was edited lately. A full sync reads the list of all pages as well, and so also finds what was
              deleted; it takes longer and runs by itself from time to time.
            </p>
          </>
        ) : (
          <Alert tone="warning" title="No Notion workspace is configured">
            Learners keep reading what the copy holds. To fill it, set <code>NOTION_TOKEN</code> and <code>NOTION_ROOT_PAGE_ID</code> for
            the API and start it again.
          </Alert>
        )}
      </div>
    </section>
  )
}

/** Says what goes on now, or how the last run ended, also to those who cannot see it change. */
function Progress({ state }: { state: ContentState }) {
  const [latest] = state.runs
  return (
    <p role="status" className="flex min-h-7 items-start gap-2.5 text-muted">
      {latest?.status === 'running' ? (
        <>
          <SpinnerGlyph className="mt-1 size-5 shrink-0 text-ink" />
          <span>
            <span className="font-semibold text-ink">{kindTexts[latest.kind]} is running.</span>{' '}
            <span className="tabular-nums">
              {countsText(latest) || (
                <>
                  It began at <Moment at={latest.started_at} />.
                </>
              )}
            </span>
          </span>
        </>
      ) : (
        <span>
          {latest?.status === 'succeeded' && `The last run took ${lengthText(latest)}. `}
          {latest && latest.status !== 'succeeded' && <span className="font-semibold text-danger">The last run did not finish. </span>}
          {state.last_success_at ? (
            <>
              The copy is as of <Moment at={state.last_success_at} />.
            </>
          ) : (
            'No sync has succeeded yet.'
          )}
        </span>
      )}
    </p>
  )
}
