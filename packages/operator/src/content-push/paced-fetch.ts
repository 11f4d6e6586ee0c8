import type { Client } from '@notionhq/client'
import PQueue from 'p-queue'

type ClientFetch = NonNullable<NonNullable<ConstructorParameters<typeof Client>[0]>['fetch']>

/** Creates a `fetch` for Notion's client that limits the requests per second, including the client's own retries. */
export function pacedFetch(requestsPerSecond: number): ClientFetch {
  // ten percent slower, because requests may arrive at shorter intervals than they were sent
  const queue = new PQueue({ intervalCap: requestsPerSecond, interval: 1_100, strict: true })
  return ((url, init) => queue.add(() => fetch(url, init as RequestInit))) as ClientFetch
}
