import type { SyncRun } from '@academy/contract'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { formatCounts, formatRunDuration, kindLabels, statusLabels, triggerLabels } from './run-text.ts'

const tones: Record<SyncRun['status'], BadgeTone> = {
  running: 'accent',
  succeeded: 'positive',
  failed: 'danger',
  interrupted: 'warning',
  held: 'warning',
}

/** The last syncs, newest first. */
export function RunList({ runs, configured }: { runs: SyncRun[]; configured: boolean }) {
  return (
    <Section title="Last syncs">
      {runs.length === 0 ? (
        <EmptyState title="No syncs yet">
          {configured
            ? 'The first sync starts automatically. “Sync now” starts it at once.'
            : 'No Notion workspace is connected yet. Set NOTION_TOKEN and NOTION_ROOT_PAGE_ID, and restart the API.'}
        </EmptyState>
      ) : (
        <RuledList>
          {runs.map((run) => (
            <li key={run.id} className="grid gap-x-6 gap-y-1 py-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
              <p className="flex items-baseline gap-3 sm:flex-col sm:gap-1">
                <span className="font-semibold">
                  <Timestamp at={run.started_at} />
                </span>
                <Badge tone={tones[run.status]} className="self-start">
                  {statusLabels[run.status]}
                </Badge>
              </p>
              <div>
                <p>
                  {kindLabels[run.kind]}, {triggerLabels[run.trigger]}
                  {run.finished_at && <span className="text-muted tabular-nums"> · {formatRunDuration(run)}</span>}
                </p>
                <p className="text-muted tabular-nums empty:hidden">{formatCounts(run)}</p>
                {run.holds.map(({ reason }) => (
                  <p key={reason} className="mt-1 max-w-prose">
                    {reason}
                  </p>
                ))}
                {run.error && <p className="mt-1 max-w-prose text-danger">{run.error}</p>}
              </div>
            </li>
          ))}
        </RuledList>
      )}
    </Section>
  )
}
