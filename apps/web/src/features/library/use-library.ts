import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { ApiError } from '../../api/api-error.ts'
import type { LibraryEntry } from './library-entry.ts'
import { libraryQuery } from './library-queries.ts'

export type Library =
  | { status: 'loading' }
  | { status: 'ready'; entries: LibraryEntry[] }
  | { status: 'failed'; message: string; retry: () => void }

/** The whole list. Inside of the gate only: the server refuses it to whoever lacks `resources` (D-53). */
export function useLibrary(): Library {
  const { reload } = useAccount()
  const { data, error, isFetching, refetch } = useQuery(libraryQuery())
  if (data) return { status: 'ready', entries: data }
  if (!error || isFetching) return { status: 'loading' }
  const retry = () => {
    // What this account holds has changed since it was loaded: with the truth the gate does the rest.
    if (error instanceof ApiError && error.code === 'entitlement_required') void reload()
    void refetch()
  }
  return { status: 'failed', message: error.message, retry }
}
