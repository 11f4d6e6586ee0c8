import type { PaymentIssues as PaymentIssuesPage } from '@academy/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { CircleCheck } from '../../ui/icons.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { paymentIssuesQuery } from './account-queries.ts'
import { CheckoutList } from './checkout-list.tsx'
import { EventList } from './event-list.tsx'
import { MorePages } from './more-pages.tsx'
import { StripeModeProvider } from './stripe-id.tsx'

/** Stripe events that could not be applied, failed checkouts and stuck cancellations. */
export function PaymentIssues() {
  const query = useInfiniteQuery(paymentIssuesQuery())
  const events = useRef<HTMLElement>(null)
  return (
    <Section title="Payment issues">
      <QueryView
        query={query}
        loading={<Skeleton className="h-13 w-full max-w-prose" />}
        errorTitle="We couldn't load the payment issues"
        headingLevel={3}
      >
        {({ pages }) => <IssueLists pages={pages} eventsRef={events} />}
      </QueryView>
      <MorePages query={query} next={events} label="Show older events" errorTitle="We couldn't load older events" />
    </Section>
  )
}

type IssueListsProps = { pages: PaymentIssuesPage[]; eventsRef: RefObject<HTMLElement | null> }

function IssueLists({ pages, eventsRef }: IssueListsProps) {
  const events = pages.flatMap((page) => page.events)
  const checkouts = pages[0]?.checkouts ?? []
  const cancellations = pages[0]?.cancellations ?? []
  const reconciled = pages[0]?.reconciled ?? null
  return (
    <StripeModeProvider sessionId={checkouts[0]?.session_id}>
      {events.length + checkouts.length + cancellations.length === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-positive" />
          All Stripe events have been applied.
        </p>
      ) : (
        <div className="flex flex-col gap-6">
          {cancellations.length > 0 && <CancellationList cancellations={cancellations} />}
          {checkouts.length > 0 && <CheckoutList checkouts={checkouts} withAccount />}
          {events.length > 0 && (
            <section ref={eventsRef} tabIndex={-1} aria-label="Stripe events">
              <EventList events={events} withAccount />
            </section>
          )}
        </div>
      )}
      <p className="mt-2 text-sm text-muted">
        {reconciled ? (
          <>
            Last reconciled with Stripe <Timestamp at={reconciled.finished_at} />
            {reconciled.missed > 0 && `: ${pluralize(reconciled.missed, 'missed event')} found`}
            {reconciled.failed > 0 && `, ${pluralize(reconciled.failed, 'customer')} failed`}.
          </>
        ) : (
          'Not reconciled with Stripe yet.'
        )}
      </p>
    </StripeModeProvider>
  )
}

/** Cancellations of a Studio that are not complete at Stripe. */
const CancellationList = ({ cancellations }: Pick<PaymentIssuesPage, 'cancellations'>) => (
  <RuledList>
    {cancellations.map(({ id, account_id, confirmed_at, error }) => (
      <li key={id} className="py-3 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">Cancellation of the Studio</span>
          <Badge tone="danger">Not complete</Badge>
          <span className="text-muted">
            confirmed <Timestamp at={confirmed_at} />, retried every minute
          </span>
        </p>
        {error && <p className="mt-1 max-w-prose break-words text-danger">{error}</p>}
        <Link to={paths.account(account_id)} className="text-link mt-0.5 inline-block">
          See the account
        </Link>
      </li>
    ))}
  </RuledList>
)
