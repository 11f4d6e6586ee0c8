import type { Client } from '@notionhq/client'
import PQueue from 'p-queue'

type ClientFetch = NonNullable<NonNullable<ConstructorParameters<typeof Client>[0]>['fetch']>

/** A `fetch` for Notion's client that sends no more requests a second than this, the client's own repeats included. */
export function pacedFetch(requestsPerSecond: number): ClientFetch {
  // A tenth more than a second: requests that leave evenly may arrive a little closer together.
  const queue = new PQueue({ intervalCap: requestsPerSecond, interval: 1_100, strict: true })
  return ((url, init) => queue.add(() => fetch(url, init as RequestInit))) as ClientFetch
}
