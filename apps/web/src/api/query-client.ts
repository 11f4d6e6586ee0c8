import { QueryClient, type QueryClientConfig, type QueryFilters } from '@tanstack/react-query'
import { onSignOut } from '../session/session.ts'
import { ApiError } from './api-error.ts'

const RETRIES = 2
/** With a longer `Retry-After` the screen shows the error instead of waiting. */
const MAX_SILENT_WAIT_SECONDS = 10

/** Returns whether to retry a query: after an outage, or after any error response with a short `Retry-After`. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !(error instanceof ApiError)) return false
  if (error.retryAfter !== undefined) return error.retryAfter <= MAX_SILENT_WAIT_SECONDS
  return error.status === 0 || error.status >= 500
}

/** Returns the milliseconds before a retry: the server's `Retry-After`, or 1 s, then 2 s. */
export function retryDelayMs(failures: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return 1000 * 2 ** failures
}

/** Creates a query client with the app's defaults. Tests create their own; the app uses `queryClient`. */
export function createQueryClient(queries: NonNullable<QueryClientConfig['defaultOptions']>['queries'] = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': queries also run offline and fail, so that the screen shows an error with a retry button, not its skeleton forever.
      queries: {
        staleTime: 60_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        ...queries,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** The cache of all server state of the signed-in user. It is a module constant, so that code outside React can clear it. */
export const queryClient = createQueryClient()

/**
 * Loads the matching queries again after a change. Cancels running fetches first: `invalidateQueries` joins a first load, whose response may be
 * older than the change.
 */
export async function reloadQueries(client: QueryClient, filter: QueryFilters): Promise<void> {
  await client.cancelQueries(filter)
  await client.invalidateQueries(filter)
}

/** Clears all server state of the user who signed out. */
export function clearServerState(client: QueryClient = queryClient): void {
  void client.cancelQueries()
  client.clear()
}

onSignOut(() => clearServerState())
