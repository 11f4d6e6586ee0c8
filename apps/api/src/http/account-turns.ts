import type { ServerResponse } from 'node:http'
import { queueByKey } from '../queue-by-key.ts'
import { HttpError, RETRY_SOON } from './errors.ts'

/** ts-rest declares replies with the type parameters of Fastify 4, so that `raw` has no usable type. */
type Caller = { accountId: string; reply: { raw: unknown } }

/** Runs `work` as the only one of the account. Its signal aborts when the client leaves, or gets a response before the end of the work. */
export type AccountTurns = <T>(caller: Caller, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

/** The most requests of one account that wait, run, or have a response that the client has not received. */
const MAX_OPEN = 30

/** The most bytes, or characters, of responses that wait for the clients of one account. */
const MAX_UNSENT = 4 * 1024 * 1024

const tooMany = () =>
  new HttpError(429, 'rate_limited', 'Your earlier requests are still being answered. Please try again soon.', RETRY_SOON)

/** @throws HttpError 429 if the clients do not read these responses. */
function refuseUnread(open: Set<ServerResponse>): void {
  if ([...open].reduce((sum, { writableLength }) => sum + writableLength, 0) > MAX_UNSENT) throw tooMany()
}

/**
 * Returns a function that runs one expensive work of an account at a time, and nothing for clients that have left. Without it, one account with as
 * many texts as it may have could take all connections to the database, and the time and memory of the process.
 */
export function accountTurns(): AccountTurns {
  const runInTurn = queueByKey()
  /** The responses of each account that were not sent completely. */
  const open = new Map<string, Set<ServerResponse>>()

  return async ({ accountId, reply }, work) => {
    const response = reply.raw as ServerResponse
    const gone = new AbortController()
    const leave = () => gone.abort(new HttpError(503, 'unavailable', 'This takes too long at the moment.', RETRY_SOON))
    if (response.destroyed) leave()
    gone.signal.throwIfAborted()
    const responses = open.get(accountId) ?? new Set()
    if (responses.size >= MAX_OPEN) throw tooMany()
    refuseUnread(responses)
    open.set(accountId, responses.add(response))
    response.once('close', () => {
      leave()
      responses.delete(response)
      if (responses.size === 0) open.delete(accountId)
    })
    return await runInTurn(accountId, async () => {
      gone.signal.throwIfAborted()
      refuseUnread(responses)
      return await work(gone.signal)
    })
  }
}
