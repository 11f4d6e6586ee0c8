import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'

/** The first page has no cursor; each page names the one of the next. */
type Cursor = string | null
const after = (cursor: Cursor) => (cursor === null ? {} : { cursor })

/** What every query of this room begins with. */
export const everything = ['account-admin'] as const

/** Accounts that fit a search, page by page; all of them, the newest first, for an empty one. */
export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...everything, 'search', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(search && { q: search }), ...after(pageParam) }
      return (await bodyOf(tsr.adminAccounts.search.query({ query, fetchOptions: { signal } }))).data
    },
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // The list stays while the next one is on its way, so that nothing jumps between two keystrokes.
    placeholderData: keepPreviousData,
  })

/** All about one account; looked at anew whenever somebody comes to it. */
export const accountFileQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...everything, 'file', accountId],
    queryFn: async ({ signal }) => (await bodyOf(tsr.adminAccounts.file.query({ params: { accountId }, fetchOptions: { signal } }))).data,
    staleTime: 0,
  })

/** What the payment provider told and could not be applied, and checkouts that went wrong. */
export const troublesQuery = () =>
  infiniteQueryOptions({
    queryKey: [...everything, 'troubles'],
    queryFn: async ({ pageParam, signal }) =>
      (await bodyOf(tsr.adminAccounts.troubles.query({ query: after(pageParam), fetchOptions: { signal } }))).data,
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
