import { queryOptions } from '@tanstack/react-query'
import { analytics } from '../analytics/analytics.ts'
import { ApiError } from '../api/api-error.ts'
import { bodyOf } from '../api/body-of.ts'
import { tsr } from '../api/client.ts'
import { type Account, accountOf, type LooseContext } from './account-context.ts'
import { userProperties } from './user-properties.ts'

/** Loaded once per session start and again only when something asks for it (D-107). Never changes by itself. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account', 'context'],
    queryFn: async ({ signal }): Promise<Account> => {
      const answer: LooseContext = await bodyOf(tsr.accounts.context.query({ fetchOptions: { signal } })).catch(inWords)
      const account = accountOf(answer)
      analytics.identify(userProperties(account, new Date()))
      return account
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

/** ERR-38; where there was no status to tell, the error keeps its own words. */
function inWords(error: unknown): never {
  throw error instanceof ApiError && error.status > 0 && error.code !== 'no_session' && error.code !== 'session_expired'
    ? error.withMessage(`Failed to fetch account context: ${error.statusText}`)
    : error
}
