/** Concurrent page reads. Notion's rate limit sets the pace. */
const AT_ONCE = 3

/** Processes a list concurrently. The first failure stops all workers before it is thrown. */
export async function forEachConcurrently<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const hand = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item)
      } catch (error) {
        waiting.length = 0
        throw error
      }
    }
  }
  const hands = await Promise.allSettled(Array.from({ length: AT_ONCE }, hand))
  const failed = hands.find((done) => done.status === 'rejected')
  if (failed) throw failed.reason
}
