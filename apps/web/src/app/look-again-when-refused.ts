import type { QueryClient } from '@tanstack/react-query'
import { accountQuery } from '../account/account-query.ts'
import { ApiError } from '../api/api-error.ts'

/**
 * When the server refuses to show what this account may open as far as is known here, something ended meanwhile: the account is loaded
 * again, and with the truth the gates do the rest (D-133).
 */
export function lookAgainWhenRefused(client: QueryClient): void {
  client.getQueryCache().config.onError = (error) => {
    if (error instanceof ApiError && error.code === 'entitlement_required') {
      void client.refetchQueries({ queryKey: accountQuery().queryKey })
    }
  }
}
