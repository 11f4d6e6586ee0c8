import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { BodyMatch } from './library-entry.ts'
import { resourceSearchQuery } from './library-queries.ts'

const DEBOUNCE_MS = 250
/** The length limit of the API. */
const MAX_QUERY_LENGTH = 200
const NO_MATCHES: BodyMatch[] = []

/**
 * Searches the bodies of the resources for the words of a text. `found` is empty until the API responds. `isSearching` is false after a failure, also while the search is repeated.
 */
export function useBodyMatches(text: string): { found: BodyMatch[]; isSearching: boolean } {
  const query = text.trim().slice(0, MAX_QUERY_LENGTH)
  const debouncedQuery = useDebounced(query, DEBOUNCE_MS)
  const search = useQuery({
    ...resourceSearchQuery(debouncedQuery),
    enabled: debouncedQuery !== '',
    placeholderData: keepPreviousData,
  })
  if (query === '') return { found: NO_MATCHES, isSearching: false }
  return { found: search.data ?? NO_MATCHES, isSearching: debouncedQuery !== query || (search.isFetching && search.failureCount === 0) }
}
