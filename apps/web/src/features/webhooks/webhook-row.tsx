import type { Webhook } from '@academy/contract'
import { type ReactNode, useId, useState } from 'react'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DisclosureHeading } from '../../ui/disclosure-heading.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { AttemptLog } from './attempt-log.tsx'
import { useChangeWebhook, useRemoveWebhook, useRotateSecret, type WebhookSecret } from './webhook-queries.ts'

type WebhookRowProps = { webhook: Webhook; onEdit: () => void; onSecret: (secret: WebhookSecret) => void; onRemoved: () => void }

type Question = { ask: 'remove' } | { ask: 'rotate' } | { ask: 'replay'; from: number }

/** One webhook: its address, state and events, what the administrator can do with it, and its log. */
export function WebhookRow({ webhook, onEdit, onSecret, onRemoved }: WebhookRowProps) {
  const { url, events, paused_at, waiting, rotated_at, created_at } = webhook
  const [question, setQuestion] = useState<Question>()
  const [isLogOpen, setLogOpen] = useState(false)
  const logId = useId()
  const change = useChangeWebhook()
  const rotate = useRotateSecret()
  const remove = useRemoveWebhook()
  const isPaused = paused_at !== null
  const confirm = () => {
    if (question?.ask === 'remove') remove.mutate(webhook, { onSuccess: onRemoved })
    if (question?.ask === 'rotate') rotate.mutate(webhook, { onSuccess: onSecret })
    if (question?.ask === 'replay') change.mutate({ webhook, replay_from: question.from })
  }
  return (
    <li className="flex flex-col gap-4 py-5">
      <div className="flex flex-col gap-2">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-semibold">
          <span translate="no" className="min-w-0 wrap-anywhere">
            {url}
          </span>
          <State webhook={webhook} />
        </h2>
        <StateText webhook={webhook} />
        <ul aria-label="Events" className="flex flex-wrap gap-1.5">
          {events.map((event) => (
            <li key={event}>
              <Badge>{event}</Badge>
            </li>
          ))}
        </ul>
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted tabular-nums">
          <Fact name="Waiting">{waiting === 100 ? '100 events or more' : waiting}</Fact>
          <Fact name="Created">
            <Timestamp at={created_at} dateOnly />
          </Fact>
          {rotated_at !== null && (
            <Fact name="Secret replaced">
              <Timestamp at={rotated_at} dateOnly />
            </Fact>
          )}
        </dl>
      </div>
      <div className="flex flex-wrap gap-2">
        <RowButton
          name={`${isPaused ? 'Resume' : 'Pause'} ${url}`}
          pending={change.isPending}
          onClick={() => change.mutate({ webhook, paused: !isPaused })}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </RowButton>
        <RowButton name={`Change ${url}`} opensDialog onClick={onEdit}>
          Change
        </RowButton>
        <RowButton name={`Replace secret of ${url}`} opensDialog pending={rotate.isPending} onClick={() => setQuestion({ ask: 'rotate' })}>
          Replace secret
        </RowButton>
        <RowButton name={`Remove ${url}`} opensDialog pending={remove.isPending} onClick={() => setQuestion({ ask: 'remove' })}>
          Remove
        </RowButton>
      </div>
      <section className="rounded-lg border border-rule bg-surface">
        <div className="flex items-center gap-2 p-2 pr-3">
          <DisclosureHeading level={3} open={isLogOpen} controls={logId} onToggle={() => setLogOpen(!isLogOpen)}>
            Log
          </DisclosureHeading>
        </div>
        <div id={logId} hidden={!isLogOpen} className="border-t border-rule p-4 sm:p-5">
          {/* Mounted, and so loaded, each time it opens: events were sent meanwhile. */}
          {isLogOpen && <AttemptLog webhook={webhook} onReplay={(from) => setQuestion({ ask: 'replay', from })} />}
        </div>
      </section>
      {question && <AlertDialog {...textsOf(question)} onClose={() => setQuestion(undefined)} onConfirm={confirm} />}
    </li>
  )
}

type RowButtonProps = { name: string; opensDialog?: boolean; pending?: boolean; onClick: () => void; children: string }

/** A button of the row, whose `name` for screen readers also says of which webhook it is. */
const RowButton = ({ name, opensDialog, ...button }: RowButtonProps) => (
  <Button variant="secondary" size="sm" aria-label={name} aria-haspopup={opensDialog && 'dialog'} {...button} />
)

function textsOf(question: Question) {
  if (question.ask === 'remove')
    return {
      title: 'Remove this webhook?',
      description: 'Its log goes as well, and events that wait are not sent.',
      confirm: 'Remove webhook',
    }
  if (question.ask === 'rotate')
    return {
      title: 'Replace the secret?',
      description: 'For a day, events are signed with both secrets. Give your program the new one until then.',
      confirm: 'Replace secret',
    }
  return {
    title: `Send again from event ${question.from}?`,
    description: 'Your program gets this event and all later ones once more, with the same ids.',
    confirm: 'Send again',
  }
}

const State = ({ webhook: { paused_at, failed_attempts } }: { webhook: Webhook }) => {
  if (paused_at !== null) return <Badge tone="warning">Paused</Badge>
  return failed_attempts > 0 ? <Badge tone="danger">Failing</Badge> : <Badge tone="positive">Active</Badge>
}

/** Says what goes on with a webhook that is paused or fails. */
function StateText({ webhook: { paused_by, failed_attempts, next_attempt_at } }: { webhook: Webhook }) {
  if (paused_by === 'academy')
    return <p className="text-sm">Your program did not accept an event. Events wait for 30 days; repair the program, then resume.</p>
  if (paused_by === 'administrator') return <p className="text-sm">Events wait for 30 days until you resume it.</p>
  if (next_attempt_at === null) return null
  return (
    <p className="text-sm">
      The next event failed {failed_attempts === 1 ? 'once' : `${failed_attempts} times`}. Next attempt: <Timestamp at={next_attempt_at} />
    </p>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt>{name}:</dt>
    <dd>{children}</dd>
  </div>
)
