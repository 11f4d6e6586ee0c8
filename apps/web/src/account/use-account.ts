import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type Account, type HeldEntitlements, heldBy, nothingHeld } from './account-context.ts'
import { accountQuery } from './account-query.ts'

export type AccountState = {
  status: 'loading' | 'loaded' | 'error'
  /** Why the last load failed, also while it is tried again. With status 'loaded' an earlier load succeeded and its facts still stand. */
  error?: string
  context?: Account
  /** All false while loading and after a failure (CTX-09, CTX-10). */
  entitlements: HeldEntitlements
  /** Loads the context again; resolves when it is there, or has failed. */
  reload(): Promise<void>
}

/** Who the signed-in person is and what they may open. Everybody who calls it shares one load. */
export function useAccount(): AccountState {
  const client = useQueryClient()
  const { data, error: failure, errorUpdatedAt } = useQuery(accountQuery())
  // A query without data forgets its error when it is loaded again; but nothing is better known than before until that has ended.
  const [lastFailure, setLastFailure] = useState(failure)
  if (failure && failure !== lastFailure) setLastFailure(failure)
  const error = failure ?? (!data && errorUpdatedAt > 0 ? lastFailure : null)
  const reload = useCallback(() => client.refetchQueries({ queryKey: accountQuery().queryKey }), [client])
  return {
    status: data ? 'loaded' : error ? 'error' : 'loading',
    ...(error && { error: error.message }),
    ...(data && { context: data }),
    entitlements: data ? heldBy(data) : nothingHeld,
    reload,
  }
}
