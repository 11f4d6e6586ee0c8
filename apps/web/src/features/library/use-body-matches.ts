import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../ui/use-debounced.ts'
import { resourceSearchQuery } from './library-queries.ts'

const DEBOUNCE_MS = 250
/** The length limit of the API. */
const MAX_QUERY_LENGTH = 200
const NO_IDS: ReadonlySet<string> = new Set()

/**
 * Searches the bodies of the resources for the words of a text (LEARN-38). `ids` is empty until the API responds: the list shows matches in
 * titles and descriptions at once. `isSearching` is false after a failure, also while the search is repeated.
 */
export function useBodyMatches(text: string): { ids: ReadonlySet<string>; isSearching: boolean } {
  const query = text.trim().slice(0, MAX_QUERY_LENGTH)
  const debouncedQuery = useDebounced(query, DEBOUNCE_MS)
  const search = useQuery({
    ...resourceSearchQuery(debouncedQuery),
    enabled: debouncedQuery !== '',
    placeholderData: keepPreviousData,
    select: toSet,
  })
  if (query === '') return { ids: NO_IDS, isSearching: false }
  return { ids: search.data ?? NO_IDS, isSearching: debouncedQuery !== query || (search.isFetching && search.failureCount === 0) }
}

const toSet = (ids: string[]): ReadonlySet<string> => new Set(ids)
