import { useQuery } from '@tanstack/react-query'
import type { LibraryEntry } from './library-entry.ts'
import { libraryQuery } from './library-queries.ts'

export type Library =
  | { status: 'loading' }
  | { status: 'ready'; entries: LibraryEntry[] }
  | { status: 'failed'; message: string; retry: () => void }

/** The whole list. Inside of the gate only: the server refuses it to whoever lacks `resources` (D-53). */
export function useLibrary(): Library {
  const { data, error, isFetching, refetch } = useQuery(libraryQuery())
  if (data) return { status: 'ready', entries: data }
  if (!error || isFetching) return { status: 'loading' }
  return { status: 'failed', message: error.message, retry: () => void refetch() }
}
