import type { IncomingMessage } from 'node:http'
import { PrivateAddress } from '../../http/public-address.ts'
import { parsePublicUrl, sendPublicRequest, type UrlProblem } from '../../http/public-request.ts'
import type { Outcome } from './deliveries.store.ts'

const TIMEOUT_SECONDS = 15
const MOST_BYTES = 2048

/** What is wrong with an address to which no event is sent. */
export const URL_PROBLEMS: Record<UrlProblem, string> = {
  unreadable: 'The address cannot be read.',
  not_https: 'The address must begin with https:// and have no port.',
  private: 'The address is private.',
}

/** Returns the beginning of a response as text that Postgres can store. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length >= MOST_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES).toString().replaceAll('\0', '')
}

function explain(error: unknown): string {
  if (error instanceof PrivateAddress) return URL_PROBLEMS.private
  if (!(error instanceof Error)) return 'The request failed.'
  if (error.name === 'TimeoutError') return `There was no response within ${TIMEOUT_SECONDS} seconds.`
  return `The connection failed (${'code' in error ? String(error.code) : error.name}).`
}

type Request = { body: string; headers: Record<string, string>; trustedOrigins: readonly string[]; closing: AbortSignal }

/**
 * Sends an event to the program at `address`, which accepts it with a status from 200 to 299.
 * @throws the reason of `closing` when it aborts; the program may have the event then.
 */
export async function sendEvent(address: string, { trustedOrigins, closing, ...request }: Request): Promise<Outcome> {
  const startedAt = performance.now()
  const finish = (status: number | null, failure: string | null): Outcome => ({
    status,
    failure,
    milliseconds: Math.round(performance.now() - startedAt),
  })
  const url = parsePublicUrl(address, trustedOrigins)
  if (!(url instanceof URL)) return finish(null, URL_PROBLEMS[url])
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_SECONDS * 1000)])
  try {
    const response = await sendPublicRequest(url, trustedOrigins, { ...request, method: 'POST', signal })
    const { statusCode: status = 0 } = response
    const failure = status >= 200 && status < 300 ? null : await beginningOf(response)
    response.destroy()
    return finish(status, failure)
  } catch (error) {
    closing.throwIfAborted()
    return finish(null, explain(error))
  }
}
