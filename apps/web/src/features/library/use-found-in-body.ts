import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { resourceSearchQuery } from './library-queries.ts'

const DEBOUNCE_MS = 250
/** The longest search that the API takes. */
const LONGEST_QUERY = 200
const none: ReadonlySet<string> = new Set()

/**
 * Returns the ids of resources whose bodies have the words of the text (LEARN-38). The list shows what matches by title and description at
 * once and does not wait for it; while the API cannot be reached it does without.
 */
export function useFoundInBody(text: string): ReadonlySet<string> {
  const wanted = text.trim().slice(0, LONGEST_QUERY)
  const [q, setQ] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const search = useQuery({ ...resourceSearchQuery(q), enabled: q !== '', placeholderData: keepPreviousData, select: toSet })
  return wanted === '' ? none : (search.data ?? none)
}

const toSet = (ids: string[]): ReadonlySet<string> => new Set(ids)
