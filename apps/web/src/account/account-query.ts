import { queryOptions } from '@tanstack/react-query'
import { analytics } from '../analytics/analytics.ts'
import { ApiError, isErrorResponse } from '../api/api-error.ts'
import { tsr, unwrapResponse } from '../api/client.ts'
import { type Account, type AccountContextResponse, parseAccount } from './account-context.ts'
import { userProperties } from './user-properties.ts'

/** How long after a failed load the account loads again. */
const RETRY_MS = 15_000

/** Loads once per session and again only on demand or after a failed load. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account', 'context'],
    queryFn: async ({ signal }): Promise<Account> => {
      const response: AccountContextResponse = await unwrapResponse(tsr.accounts.context.query({ fetchOptions: { signal } })).catch(
        rejectWithCatalogText,
      )
      const account = parseAccount(response)
      analytics.identify(account.account_id, userProperties(account, new Date()))
      return account
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_MS,
  })

/** Rejects with the specified text for an error response, also for a 200 with `success: false`. Other errors stay unchanged. */
async function rejectWithCatalogText(error: unknown): Promise<never> {
  if (!(error instanceof ApiError) || !isErrorResponse(error) || error.code === 'no_session' || error.code === 'session_expired')
    throw error
  if (error.status < 400) throw error.hasDefaultMessage ? error.withMessage('Failed to fetch account context') : error
  throw error.withMessage(`Failed to fetch account context: ${error.statusText || (await loadReasonPhrase(error.status))}`)
}

/** Returns the standard reason phrase of a status, or its number if it has none, such as 522 of some proxies. */
const loadReasonPhrase = async (status: number): Promise<string> => {
  const { REASON_PHRASES } = await import('./reason-phrases.ts').catch(() => ({ REASON_PHRASES: {} as Record<number, string> }))
  return REASON_PHRASES[status] ?? `HTTP ${status}`
}
