import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type Account, type AccountEntitlements, entitlementsOf, noAccountEntitlements } from './account-context.ts'
import { accountQuery } from './account-query.ts'

type AccountState = {
  /** `loading` also after a failed load, which is retried: what the user may open is not known before the account has loaded. */
  status: 'loading' | 'loaded'
  /** Why the last load failed; stays set during a retry. If `context` is set as well, it comes from an earlier load. */
  error: string | undefined
  context: Account | undefined
  /** All false while loading and after a failed load. */
  entitlements: AccountEntitlements
  /** Refetches the account; resolves when it has loaded or failed. */
  reload(): Promise<void>
}

/** Returns the account of the signed-in user with its entitlements. All callers share one request. */
export function useAccount(): AccountState {
  const client = useQueryClient()
  const { data, error: failure, errorUpdatedAt } = useQuery(accountQuery())
  // TanStack Query clears the error of a query without data when a refetch starts. This keeps the error until the refetch ends.
  const [lastFailure, setLastFailure] = useState(failure)
  if (failure && failure !== lastFailure) setLastFailure(failure)
  const error = failure ?? (!data && errorUpdatedAt > 0 ? lastFailure : null)
  const reload = useCallback(() => client.refetchQueries({ queryKey: accountQuery().queryKey }), [client])
  return {
    status: data ? 'loaded' : 'loading',
    error: error?.message,
    context: data,
    entitlements: data ? entitlementsOf(data) : noAccountEntitlements,
    reload,
  }
}
