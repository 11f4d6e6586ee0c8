import type { ServerResponse } from 'node:http'
import { accountQueue, type RawReply } from './account-queue.ts'
import { HttpError, RETRY_SOON } from './errors.ts'

/** The size of a long list, in bytes or characters. */
export const LONG_LIST = 1024 * 1024

/** The most long lists that the API holds for one account until their clients have received them. */
const MAX_UNSENT = 3

type ListOptions<T> = { accountId: string; reply: RawReply; load: () => Promise<T>; sizeOf: (list: T) => number }

/**
 * Returns a function that loads one list of an account at a time, and throws HttpError 429 while clients of the account have not received earlier
 * long ones. A client that reads nothing keeps a list in memory for minutes, so that a few dozen requests of one account would stop the API.
 */
export function createListLimiter(): <T>(options: ListOptions<T>) => Promise<T> {
  const runInTurn = accountQueue()
  const unsent = new Map<string, number>()
  const change = (accountId: string, by: 1 | -1): void => {
    const count = (unsent.get(accountId) ?? 0) + by
    if (count === 0) unsent.delete(accountId)
    else unsent.set(accountId, count)
  }
  const refuseTooMany = (accountId: string): void => {
    if ((unsent.get(accountId) ?? 0) < MAX_UNSENT) return
    throw new HttpError(429, 'rate_limited', 'Your earlier requests are still being answered. Please try again soon.', RETRY_SOON)
  }
  return async ({ accountId, reply, load, sizeOf }) => {
    const response = reply.raw as ServerResponse
    refuseTooMany(accountId)
    const list = await runInTurn({ accountId, reply }, load)
    // A client that has left receives nothing, and its connection has no further event.
    if (sizeOf(list) <= LONG_LIST || response.destroyed) return list
    refuseTooMany(accountId)
    change(accountId, 1)
    response.once('close', () => change(accountId, -1))
    return list
  }
}
