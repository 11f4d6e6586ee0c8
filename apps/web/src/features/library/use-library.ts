import { useQuery } from '@tanstack/react-query'
import type { LibraryEntry } from './library-entry.ts'
import { libraryQuery } from './library-queries.ts'

export type LibraryState =
  | { status: 'loading' }
  | { status: 'ready'; entries: LibraryEntry[] }
  | { status: 'failed'; message: string; retry: () => void }

/** Returns the whole library. Use it inside the gate: the server refuses accounts without `resources` (D-53). */
export function useLibrary(): LibraryState {
  const { data, error, isFetching, refetch } = useQuery(libraryQuery())
  if (data) return { status: 'ready', entries: data }
  if (!error || isFetching) return { status: 'loading' }
  return { status: 'failed', message: error.message, retry: () => void refetch() }
}
