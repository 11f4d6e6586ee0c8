import PQueue from 'p-queue'

/** Concurrent page reads. Notion's rate limit sets the pace. */
const CONCURRENCY = 3

/** Processes a list concurrently. After a failure it starts no further item, and throws when the running ones have ended. */
export async function forEachConcurrently<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = new PQueue({ concurrency: CONCURRENCY })
  try {
    await queue.addAll(items.map((item) => () => work(item)))
  } finally {
    queue.clear()
    await queue.onIdle()
  }
}
