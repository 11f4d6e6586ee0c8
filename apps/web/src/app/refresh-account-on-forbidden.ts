import type { QueryClient } from '@tanstack/react-query'
import { accountQuery } from '../account/account-query.ts'
import { lacksEntitlement } from '../api/api-error.ts'

/** Refetches the account when a query fails for a missing entitlement, so that the gates lock what has ended since (D-133). */
export function refreshAccountOnForbidden(client: QueryClient): void {
  client.getQueryCache().config.onError = (error) => {
    if (lacksEntitlement(error)) void client.refetchQueries({ queryKey: accountQuery().queryKey })
  }
}
