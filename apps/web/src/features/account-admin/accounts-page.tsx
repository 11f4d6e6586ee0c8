import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminOnly, AdminOnlyNotice } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useUrlSearch } from '../../ui/use-url-search.ts'
import { AccountList } from './account-list.tsx'
import { accountsQuery } from './account-queries.ts'
import { AccountListSkeleton } from './account-skeleton.tsx'
import { PaymentIssues } from './payment-issues.tsx'
import { Withdrawals } from './withdrawal-list.tsx'

/** Account search, withdrawals and payment issues, for the administrator. */
export default function AccountsPage() {
  return (
    // Session replay masks texts inside `data-private` (D-144).
    <div data-private className="flex flex-col gap-10">
      <PageHeader title="Accounts" lead="Find an account, see what it can access and why, and grant or revoke a package." />
      <AdminOnly loading={<AccountListSkeleton />}>
        <Withdrawals />
        <PaymentIssues />
        <AccountSearch />
      </AdminOnly>
    </div>
  )
}

function AccountSearch() {
  const { params, search, setSearch, flush } = useUrlSearch()
  const query = (params.get('search') ?? '').trim()
  const accounts = useInfiniteQuery(accountsQuery(query))
  const { data, error, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = accounts
  if (error instanceof ApiError && error.status === 403) return <AdminOnlyNotice />
  const found = data?.pages.flatMap((page) => page.accounts) ?? []
  return (
    <section aria-label="All accounts">
      <SearchBox
        label="Search accounts"
        placeholder="Email, name, account id or Stripe id"
        value={search}
        onChange={setSearch}
        onBlur={flush}
      />
      <p className="mt-2 text-sm text-muted">
        Enter the start of an email or name, or the full id of an account, customer, checkout, payment or subscription.
      </p>
      <div className="mt-6" aria-busy={isPlaceholderData || undefined}>
        {error && !isFetching ? (
          <ErrorState title="We couldn't load the accounts" message={error.message} onRetry={() => void refetch()} />
        ) : !data ? (
          <AccountListSkeleton />
        ) : found.length === 0 && !hasNextPage ? (
          <EmptyState title={query ? 'No accounts found' : 'No accounts yet'}>
            {query ? (
              <>
                No email, name or id begins with <span data-private>“{query}”</span>.
              </>
            ) : (
              'Everyone who signs up appears here.'
            )}
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
