import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { adminPagesQuery, adminQuery } from '../../api/admin-query.ts'
import { unwrapResponse } from '../../api/client.ts'

/** Prefix of all query keys of this folder. */
export const accountAdminKey = ['account-admin'] as const

/** Accounts that match a search, in pages; all accounts, newest first, for an empty search. */
export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    ...adminPagesQuery([...accountAdminKey, 'search', search], (cursor, options) =>
      adminTsr.adminAccounts.search.query({ query: { ...(search && { q: search }), ...cursor }, ...options }),
    ),
    // Keeps the list while the next one loads, so that nothing jumps between keystrokes.
    placeholderData: keepPreviousData,
  })

/** All data of an account, refetched on every visit. */
export const accountDetailsQuery = (accountId: string) =>
  adminQuery([...accountAdminKey, 'details', accountId], (options) =>
    adminTsr.adminAccounts.details.query({ params: { accountId }, ...options }),
  )

export const accountCertificatesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...accountAdminKey, 'certificates', accountId],
    queryFn: ({ signal }) => unwrapResponse(adminTsr.certificates.ofAccount.query({ params: { accountId }, fetchOptions: { signal } })),
    staleTime: 0,
  })

/** Statements of withdrawal that match a search, in pages; open ones first. */
export const withdrawalsQuery = (search: string) =>
  infiniteQueryOptions({
    ...adminPagesQuery([...accountAdminKey, 'withdrawals', search], (cursor, options) =>
      adminTsr.withdrawals.list.query({ query: { ...(search && { q: search }), ...cursor }, ...options }),
    ),
    placeholderData: keepPreviousData,
  })

/** Stripe events that could not be applied, and failed checkouts. */
export const paymentIssuesQuery = () =>
  adminPagesQuery([...accountAdminKey, 'paymentIssues'], (query, options) =>
    adminTsr.adminAccounts.paymentIssues.query({ query, ...options }),
  )

/** Seats whose buyer was erased. */
export const unownedSeatsQuery = () => adminQuery([...accountAdminKey, 'unownedSeats'], (options) => adminTsr.team.unowned.query(options))
