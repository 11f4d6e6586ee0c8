import DataLoader from 'dataloader'
import { isDatabaseOutage } from './database-errors.ts'

/** The most items that one statement writes. */
const BATCH_SIZE = 100

/**
 * Returns a function that writes an item. Items that arrive together share one call of `write`, which returns their results in the same order.
 * If the database refuses the batch, each of its items is written alone, so that only the item at fault fails: `write` must be repeatable.
 * While the database is unavailable, all items of a batch fail at once.
 */
export function batchWrites<Item, Result>(write: (items: readonly Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  const attempt = async (items: readonly Item[]): Promise<(Result | Error)[]> => {
    try {
      return await write(items)
    } catch (error) {
      if (items.length === 1 || isDatabaseOutage(error)) return items.map(() => error as Error)
      return (await Promise.all(items.map((item) => attempt([item])))).flat()
    }
  }
  // Starts a batch after the requests that have arrived.
  const options = { cache: false, maxBatchSize: BATCH_SIZE, batchScheduleFn: (start: () => void) => void setImmediate(start) }
  const loader = new DataLoader(attempt, options)
  return (item) => loader.load(item)
}
