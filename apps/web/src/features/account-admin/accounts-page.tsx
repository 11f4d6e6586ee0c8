import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminOnly, AdminRefusal } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useSearch } from '../../ui/use-search.ts'
import { AccountList } from './account-list.tsx'
import { accountsQuery } from './account-queries.ts'
import { ListSkeleton } from './account-skeleton.tsx'
import { PaymentTroubles } from './payment-troubles.tsx'

/** Where an operator finds somebody, and sees which payments need a look. For the administrator: the server refuses everybody else. */
export default function AccountsPage() {
  return (
    // Recordings of sessions show of it how it looks, not whom it names (D-144).
    <div data-private className="flex flex-col gap-10">
      <header>
        <PageHeading>Accounts</PageHeading>
        <p className="mt-3 max-w-prose text-lg text-muted">
          Find somebody, see what they may open and why, and give or take back a package.
        </p>
      </header>
      <AdminOnly loading={<ListSkeleton />}>
        <PaymentTroubles />
        <FoundAccounts />
      </AdminOnly>
    </div>
  )
}

function FoundAccounts() {
  const { params, search, setSearch, settle } = useSearch()
  const asked = (params.get('search') ?? '').trim()
  const accounts = useInfiniteQuery(accountsQuery(asked))
  const { data, error, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = accounts
  if (error instanceof ApiError && error.status === 403) return <AdminRefusal />
  const found = data?.pages.flatMap((page) => page.accounts) ?? []
  return (
    <section aria-label="All accounts">
      <SearchBox
        label="Search accounts"
        placeholder="Email, name, account id or Stripe id"
        value={search}
        onChange={setSearch}
        onBlur={settle}
      />
      <p className="mt-2 text-sm text-muted">
        How an email or a name begins, or a whole id of an account, customer, checkout, payment or subscription.
      </p>
      <div className="mt-6" aria-busy={isPlaceholderData || undefined}>
        {error && !isFetching ? (
          <ErrorState title="The accounts could not be loaded" message={error.message} onRetry={() => void refetch()} />
        ) : !data ? (
          <ListSkeleton />
        ) : found.length === 0 && !hasNextPage ? (
          <EmptyState title={asked ? 'Nobody found' : 'No accounts yet'}>
            {asked ? `No email, name or id begins with “${asked}”.` : 'Everyone who signs up appears here.'}
          </EmptyState>
        ) : (
          <AccountList accounts={found} />
        )}
        {hasNextPage && (
          <Button variant="secondary" className="mt-4" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        )}
      </div>
    </section>
  )
}
