import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { resourceSearchQuery } from './library-queries.ts'

const DEBOUNCE_MS = 250
/** The length limit of the API. */
const MAX_QUERY_LENGTH = 200
const NO_IDS: ReadonlySet<string> = new Set()

/**
 * Returns the ids of resources whose bodies have the words of a text (LEARN-38). Empty until the API responds: the list shows matches in
 * titles and descriptions at once.
 */
export function useBodyMatches(text: string): ReadonlySet<string> {
  const query = text.trim().slice(0, MAX_QUERY_LENGTH)
  const [debouncedQuery, setDebouncedQuery] = useState(query)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedQuery(query), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [query])
  const search = useQuery({
    ...resourceSearchQuery(debouncedQuery),
    enabled: debouncedQuery !== '',
    placeholderData: keepPreviousData,
    select: toSet,
  })
  return query === '' ? NO_IDS : (search.data ?? NO_IDS)
}

const toSet = (ids: string[]): ReadonlySet<string> => new Set(ids)
