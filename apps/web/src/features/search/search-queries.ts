import type { SearchResult } from '@academy/contract'
import { queryOptions } from '@tanstack/react-query'
import { tsr } from '../../api/client.ts'
import { parseResponse, requireFields } from '../../api/unwrap-response.ts'

/** The results of a search, best first. A newer search cancels the requests of older ones. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    // What the user writes or deletes changes the results at once.
    staleTime: 0,
    queryFn: ({ signal }): Promise<SearchResult[]> =>
      parseResponse(tsr.search.search.query({ query: { q }, fetchOptions: { signal } }), ({ results }) =>
        results.map((result) => requireFields(result, 'id', 'kind', 'title', 'place')),
      ),
  })
