import { QueryClient, type QueryClientConfig } from '@tanstack/react-query'
import { onSignOut } from '../session/session.ts'
import { ApiError } from './api-error.ts'

const RETRIES = 2
/** Longer waits than this are told to the person instead of being waited for silently. */
const LONGEST_WAIT_SECONDS = 10

/** Whether a failed read is worth another try: never what the server refused, unless it said when to come back. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !(error instanceof ApiError)) return false
  if (error.retryAfter !== undefined) return error.retryAfter <= LONGEST_WAIT_SECONDS
  return error.status === 0 || error.status >= 500
}

/** Milliseconds before the next try: what the server asked for, else 1 s, 2 s. */
export function waitBeforeRetry(failures: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return 1000 * 2 ** failures
}

/** A query client with the house's rules; tests make their own, the app uses `queryClient`. */
export function createQueryClient(queries: NonNullable<QueryClientConfig['defaultOptions']>['queries'] = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': offline, a screen says so and offers a retry, instead of showing its skeleton for ever.
      queries: {
        staleTime: 60_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: isWorthRetrying,
        retryDelay: waitBeforeRetry,
        ...queries,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** All server state of the signed-in person. A module value, so that it can be dropped from outside React. */
export const queryClient = createQueryClient()

/** Drops everything known about the person who was signed in (D-12). */
export function forgetServerState(client: QueryClient = queryClient): void {
  void client.cancelQueries()
  client.clear()
}

onSignOut(() => forgetServerState())
