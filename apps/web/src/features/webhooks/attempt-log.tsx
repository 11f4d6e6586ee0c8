import type { Webhook, WebhookAttempt } from '@academy/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { type CsvRow, CsvTable } from '../../ui/csv-table.tsx'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { EmptyText } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { attemptsQuery } from './webhook-queries.ts'

type AttemptLogProps = { webhook: Webhook; onReplay: (from: number) => void }

const COLUMNS = ['Event', 'Type', 'At', 'Status', 'Took', 'Failure']

/** What happened to the events of a webhook, with a button that sends them again from one on. */
export function AttemptLog({ webhook, onReplay }: AttemptLogProps) {
  const query = useInfiniteQuery(attemptsQuery(webhook.id))
  return (
    <QueryView query={query} loading={<Skeleton className="h-24 w-full" />} errorTitle="We couldn't load the log">
      {({ pages }) => {
        const attempts = pages.flatMap((page) => page.attempts)
        if (attempts.length === 0) return <EmptyText>No event was sent in the last 30 days.</EmptyText>
        return (
          <div className="flex flex-col gap-3">
            <CsvTable
              caption={`Log of ${webhook.url}`}
              columns={COLUMNS}
              rows={attempts.map((attempt) => rowOf(attempt, onReplay))}
              fileName="webhook-log.csv"
            />
            {query.hasNextPage && (
              <Button
                variant="secondary"
                size="sm"
                className="self-start"
                pending={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </div>
        )
      }}
    </QueryView>
  )
}

function rowOf({ id, position, type, at, status, milliseconds, failure }: WebhookAttempt, onReplay: (from: number) => void): CsvRow {
  return {
    id,
    name: String(position),
    shown: [
      type ?? 'no longer kept',
      <Timestamp key="at" at={at} />,
      status ?? 'none',
      `${milliseconds.toLocaleString('en')} ms`,
      <Failure key="failure" text={failure} />,
    ],
    values: [type ?? '', at, status ?? '', milliseconds, failure ?? ''],
    action: (
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => onReplay(position)}>
        <LabelWithSubject label="Send again" subject={`event ${position}`} />
      </Button>
    ),
  }
}

/** Shows the beginning of a failure; the file has all of it. */
function Failure({ text }: { text: string | null }) {
  if (text === null) return <span>accepted</span>
  return <span className="block max-w-60 truncate text-danger">{text === '' ? 'an empty response' : text}</span>
}
