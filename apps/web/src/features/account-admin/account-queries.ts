import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'

/** Cursor of the next page; null for the first page. */
type Cursor = string | null
const cursorParam = (cursor: Cursor) => (cursor === null ? {} : { cursor })

/** Prefix of all query keys of this folder. */
export const accountAdminKey = ['account-admin'] as const

/** Accounts that match a search, in pages; all accounts, newest first, for an empty search. */
export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...accountAdminKey, 'search', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(search && { q: search }), ...cursorParam(pageParam) }
      return (await unwrapResponse(adminTsr.adminAccounts.search.query({ query, fetchOptions: { signal } }))).data
    },
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // Keeps the list while the next one loads, so that nothing jumps between keystrokes.
    placeholderData: keepPreviousData,
  })

/** All data of an account, refetched on every visit. */
export const accountDetailsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...accountAdminKey, 'details', accountId],
    queryFn: async ({ signal }) =>
      (await unwrapResponse(adminTsr.adminAccounts.details.query({ params: { accountId }, fetchOptions: { signal } }))).data,
    staleTime: 0,
  })

export const accountCertificatesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...accountAdminKey, 'certificates', accountId],
    queryFn: ({ signal }) => unwrapResponse(adminTsr.certificates.ofAccount.query({ params: { accountId }, fetchOptions: { signal } })),
    staleTime: 0,
  })

/** Statements of withdrawal that match a search, in pages; open ones first. */
export const withdrawalsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...accountAdminKey, 'withdrawals', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(search && { q: search }), ...cursorParam(pageParam) }
      return (await unwrapResponse(adminTsr.withdrawals.list.query({ query, fetchOptions: { signal } }))).data
    },
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Stripe events that could not be applied, and failed checkouts. */
export const paymentIssuesQuery = () =>
  infiniteQueryOptions({
    queryKey: [...accountAdminKey, 'paymentIssues'],
    queryFn: async ({ pageParam, signal }) =>
      (await unwrapResponse(adminTsr.adminAccounts.paymentIssues.query({ query: cursorParam(pageParam), fetchOptions: { signal } }))).data,
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })

/** Seats whose buyer was erased. */
export const unownedSeatsQuery = () =>
  queryOptions({
    queryKey: [...accountAdminKey, 'unownedSeats'],
    queryFn: async ({ signal }) => (await unwrapResponse(adminTsr.team.unowned.query({ fetchOptions: { signal } }))).data,
    staleTime: 0,
  })
