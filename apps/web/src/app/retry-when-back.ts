import type { QueryClient } from '@tanstack/react-query'
import { reachability } from '../api/reachability.ts'

/** Once the academy can be reached again, whatever a screen could not load is loaded, without anybody having to ask. */
export function retryWhenBack(client: QueryClient): void {
  let before = reachability.get()
  reachability.subscribe(() => {
    const now = reachability.get()
    if (now === 'reachable' && before !== now) {
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
    before = now
  })
}
