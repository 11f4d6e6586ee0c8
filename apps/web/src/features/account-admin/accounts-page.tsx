import type { FoundAccount } from '@academy/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { AdminOnly, AdminOnlyNotice } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArrowRight } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { useUrlSearch } from '../../ui/use-url-search.ts'
import { accountsQuery } from './account-queries.ts'
import { AccountListSkeleton } from './account-skeleton.tsx'
import { accountName } from './account-text.ts'
import { MorePages } from './more-pages.tsx'
import { PaymentIssues } from './payment-issues.tsx'
import { UnownedSeatsSection } from './unowned-seats.tsx'
import { Withdrawals } from './withdrawal-list.tsx'

/** Account search, withdrawals, payment issues and seats without an owner, for the administrator. */
export default function AccountsPage() {
  return (
    <div data-private className="flex flex-col gap-10">
      <PageHeader title="Accounts" lead="Find an account, see what it can access and why, and grant or revoke a package." />
      <AdminOnly loading={<AccountListSkeleton />}>
        <Withdrawals />
        <PaymentIssues />
        <UnownedSeatsSection />
        <AccountSearch />
      </AdminOnly>
    </div>
  )
}

function AccountSearch() {
  const { params, box } = useUrlSearch()
  const query = (params.get('search') ?? '').trim()
  const accounts = useInfiniteQuery(accountsQuery(query))
  const list = useRef<HTMLUListElement>(null)
  const { error, isPlaceholderData, hasNextPage } = accounts
  if (error instanceof ApiError && error.status === 403) return <AdminOnlyNotice />
  return (
    <section aria-label="All accounts">
      <SearchBox label="Search accounts" placeholder="Email, name, account id or Stripe id" {...box} />
      <p className="mt-2 text-sm text-muted">
        Enter the start of an email or name, or the full id of an account, customer, checkout, payment or subscription.
      </p>
      <p role="status" className="mt-6 min-h-5 text-sm text-muted tabular-nums">
        {accounts.data && countText(accounts.data.pages.flatMap((page) => page.accounts).length, hasNextPage)}
      </p>
      <div className="mt-3" aria-busy={isPlaceholderData || undefined}>
        <QueryView query={accounts} loading={<AccountListSkeleton />} errorTitle="We couldn't load the accounts">
          {({ pages }) => (
            <FoundAccounts listRef={list} accounts={pages.flatMap((page) => page.accounts)} query={query} hasMore={hasNextPage} />
          )}
        </QueryView>
        <MorePages query={accounts} next={list} label="Show more" errorTitle="We couldn't load more accounts" />
      </div>
    </section>
  )
}

const countText = (count: number, hasMore: boolean) => `${pluralize(count, 'account')}${hasMore ? ', and more' : ''}`

type FoundAccountsProps = { listRef: RefObject<HTMLUListElement | null>; accounts: FoundAccount[]; query: string; hasMore: boolean }

/** Accounts with links to their pages. */
function FoundAccounts({ listRef, accounts, query, hasMore }: FoundAccountsProps) {
  if (accounts.length === 0 && !hasMore) {
    return (
      <EmptyState title={query ? 'No accounts found' : 'No accounts yet'}>
        {query ? (
          <>
            No email, name or id begins with <span data-private>“{query}”</span>.
          </>
        ) : (
          'Everyone who signs up appears here.'
        )}
      </EmptyState>
    )
  }
  return (
    <ul ref={listRef} tabIndex={-1} aria-label="Accounts" className="divide-y divide-rule border-y border-rule">
      {accounts.map((account) => (
        <li key={account.account_id}>
          <Link
            to={paths.account(account.account_id)}
            state={{ fromList: true }}
            className="group -mx-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 rounded-md px-3 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_auto]"
          >
            <span className="min-w-0 truncate font-semibold">{accountName(account)}</span>
            <span className="min-w-0 truncate text-sm text-muted max-sm:row-start-2">{account.email ?? 'No email'}</span>
            <span className="text-sm text-muted max-sm:row-start-3">
              <span className="sm:sr-only">Since </span>
              <Timestamp dateOnly at={account.created_at} />
            </span>
            <ArrowRight
              aria-hidden="true"
              className="size-5 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-ink max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-1"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
