import type { StripeEvent } from '@academy/contract'
import { Link } from 'react-router'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { RuledList } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { AdminActionButton } from './admin-action-button.tsx'
import { Code, StripeId } from './stripe-id.tsx'

const sources: Record<StripeEvent['source'], string> = { webhook: 'by webhook', reconcile: 'by reconciliation' }

/** Stripe events, newest first. `withAccount` adds links to the accounts, and a button that dismisses unmatched customers. */
export function EventList({ events, withAccount = false }: { events: StripeEvent[]; withAccount?: boolean }) {
  return (
    <RuledList empty="No events yet.">
      {events.map((event) => (
        <li key={event.id} className="py-3 text-sm">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">
              <Code>{event.type}</Code>
            </span>
            {event.applied_at ? <Badge tone="positive">Applied</Badge> : <Badge tone="danger">Not applied</Badge>}
            <span className="text-muted">
              <Timestamp at={event.created} />, {sources[event.source]}
              {event.attempts > 1 && `, tried ${event.attempts} times`}
            </span>
          </p>
          {event.error && <p className="mt-1 max-w-prose break-words text-danger">{event.error}</p>}
          <div className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
            <StripeId id={event.id} />
            {withAccount && event.customer_id && <StripeId id={event.customer_id} />}
            {withAccount &&
              (event.account_id ? (
                <Link to={paths.account(event.account_id)} className="text-link">
                  See the account
                </Link>
              ) : (
                <>
                  <span>Unknown customer.</span>
                  {event.customer_id && <DismissButton customerId={event.customer_id} />}
                </>
              ))}
          </div>
        </li>
      ))}
    </RuledList>
  )
}

/** Dismisses a Stripe customer without an account, so that the customer's events are no longer listed. */
const DismissButton = ({ customerId }: { customerId: string }) => (
  <AdminActionButton
    label="Dismiss"
    target={customerId}
    title="Dismiss customer"
    description={`Events of ${customerId} will no longer be listed. They are still recorded, in case the customer is linked to an account later.`}
    pendingLabel="Saving..."
    send={(reason) => unwrapResponse(adminTsr.adminAccounts.dismiss.mutate({ params: { customerId }, body: { reason } }))}
  />
)
