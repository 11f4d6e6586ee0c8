import { NotionUnusable } from '../page-refused.ts'

type Listing<T> = { results: T[]; has_more: boolean; next_cursor: string | null; request_status?: { type: string } }

/** The most pages of a list; ends cursors that lead in circles. */
const MAX_PAGES = 2_000

/**
 * Yields the responses of a paged endpoint. Checks them, because the client does not: an incomplete response must not look like a workspace
 * with deleted pages.
 * @throws NotionUnusable when the list is not complete.
 */
export async function* answersOf<T>(ask: (cursor: string | undefined) => Promise<Listing<T>>, signal: AbortSignal): AsyncGenerator<T[]> {
  let cursor: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await abortable(ask(cursor), signal)
    if (!Array.isArray(page?.results) || typeof page.has_more !== 'boolean')
      throw new NotionUnusable('Notion answered something that is no list')
    if (page.request_status?.type === 'incomplete') throw new NotionUnusable('Notion lists only a part of this database')
    yield page.results
    if (!page.has_more) return
    if (typeof page.next_cursor !== 'string' || page.next_cursor === cursor)
      throw new NotionUnusable('Notion announced more without saying where')
    cursor = page.next_cursor
  }
  throw new NotionUnusable('Notion’s list has no end')
}

/**
 * Loads all pages of an endpoint.
 * @throws NotionUnusable when the list is not complete.
 */
export async function collectAll<T>(ask: (cursor: string | undefined) => Promise<Listing<T>>, signal: AbortSignal): Promise<T[]> {
  const all: T[] = []
  for await (const results of answersOf(ask, signal)) all.push(...results)
  return all
}

/** Returns the result, or rejects as soon as the signal aborts: the client cannot be interrupted while it waits for a retry. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    // Also after the time limit: a rejection must be handled.
    return await Promise.race([aborted, work])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
