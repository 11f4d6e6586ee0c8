import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type ApiResponse, type Body, unwrapResponse } from './client.ts'

type Data<R extends ApiResponse> = Body<R> extends { data: infer D } ? D : never
type Options = { fetchOptions: { signal: AbortSignal } }

const dataOf = async <R extends ApiResponse>(call: Promise<R>): Promise<Data<R>> => ((await unwrapResponse(call)) as { data: Data<R> }).data

/** Options of a query of the administrator's pages, which load it on every visit. */
export const adminQuery = <R extends ApiResponse>(queryKey: QueryKey, call: (options: Options) => Promise<R>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => dataOf(call({ fetchOptions: { signal } })), staleTime: 0 })

/** Options of such a query in pages: `next` of a page is the cursor of the following one. */
export const adminPagesQuery = <R extends ApiResponse>(
  queryKey: QueryKey,
  call: (cursor: { cursor?: string }, options: Options) => Promise<R>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => dataOf(call(pageParam === null ? {} : { cursor: pageParam }, { fetchOptions: { signal } })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { next: string | null }).next,
    staleTime: 0,
  })
