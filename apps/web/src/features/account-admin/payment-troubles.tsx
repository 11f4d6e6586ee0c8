import type { PaymentTroubles as PaymentTroublesPage } from '@academy/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { CircleCheck } from '../../ui/icons.ts'
import { Moment } from '../../ui/moment.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { troublesQuery } from './account-queries.ts'
import { CheckoutList } from './checkout-list.tsx'
import { EventList } from './event-list.tsx'
import { Section } from './section.tsx'
import { StripeMode } from './stripe-link.tsx'

/** What somebody must look at: what Stripe told and could not be applied, and checkouts that went wrong. */
export function PaymentTroubles() {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(troublesQuery())
  const retry = (
    <Button variant="secondary" size="sm" onClick={() => void refetch()}>
      Try again
    </Button>
  )
  return (
    <Section title="Payments to look at">
      {!data && error && !isFetching && (
        <Alert tone="danger" title="What went wrong could not be loaded" action={retry}>
          {error.message}
        </Alert>
      )}
      {!data && (!error || isFetching) && <Skeleton className="h-13 w-full max-w-prose" />}
      {data && <Troubles pages={data.pages} />}
      {hasNextPage && (
        <Button variant="secondary" size="sm" className="mt-4" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading...' : 'Show older events'}
        </Button>
      )}
    </Section>
  )
}

function Troubles({ pages }: { pages: PaymentTroublesPage[] }) {
  const events = pages.flatMap((page) => page.events)
  const checkouts = pages[0]?.checkouts ?? []
  const reconciled = pages[0]?.reconciled ?? null
  return (
    <StripeMode sessionIds={checkouts.map(({ session_id }) => session_id)}>
      {events.length + checkouts.length === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-positive" />
          Everything that Stripe told has been applied.
        </p>
      ) : (
        <div className="flex flex-col gap-6">
          {checkouts.length > 0 && <CheckoutList checkouts={checkouts} withAccount />}
          {events.length > 0 && <EventList events={events} withAccount />}
        </div>
      )}
      <p className="mt-2 text-sm text-muted">
        {reconciled ? (
          <>
            Last compared with Stripe <Moment at={reconciled.finished_at} />
            {reconciled.missed > 0 && `: ${counted(reconciled.missed, 'missed event')} found`}
            {reconciled.failed > 0 && `, ${counted(reconciled.failed, 'customer')} could not be asked about`}.
          </>
        ) : (
          'Not compared with Stripe yet.'
        )}
      </p>
    </StripeMode>
  )
}
