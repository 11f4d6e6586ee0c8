import type { ServerResponse } from 'node:http'
import { queueByKey } from '../queue-by-key.ts'
import { HttpError, RETRY_SOON } from './errors.ts'

/** ts-rest declares replies with the type parameters of Fastify 4, so that `raw` has no usable type. */
export type RawReply = { raw: unknown }

/**
 * Returns a function that runs one `work` of an account at a time. Without it, one account with as many texts as it may have could take all
 * connections to the database, and the time of the process. Skips the work of requests that were answered or given up meanwhile.
 */
export function accountQueue() {
  const runInTurn = queueByKey()
  return <T>({ accountId, reply }: { accountId: string; reply: RawReply }, work: () => Promise<T>): Promise<T> =>
    runInTurn(accountId, async () => {
      const { destroyed, writableEnded } = reply.raw as ServerResponse
      if (destroyed || writableEnded) throw new HttpError(503, 'unavailable', 'This takes too long at the moment.', RETRY_SOON)
      return await work()
    })
}
