import type { QueryClient } from '@tanstack/react-query'
import { reachability } from '../api/reachability.ts'

/** Refetches failed queries when the API is reachable again. */
export function refetchOnReconnect(client: QueryClient): void {
  let before = reachability.get()
  reachability.subscribe(() => {
    const now = reachability.get()
    if (now === 'reachable' && before !== now) {
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
    before = now
  })
}
