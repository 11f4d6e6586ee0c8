import type { CallOptions } from './academy-client.ts'
import { AcademyError, NetworkError } from './errors.ts'
import { readResponse } from './read-response.ts'
import type { Shape } from './response-shape.ts'
import { unlessAborted } from './unless-aborted.ts'

/** Statuses of temporary failures: too many requests, and proxies that cannot reach the API. */
const TEMPORARY_STATUSES = [429, 502, 503, 504]
const FIRST_BACKOFF_MS = 300
const MAX_BACKOFF_MS = 5_000

/** Returns the milliseconds to wait before the next attempt, or undefined if a retry would not help. */
function backoffMs(error: unknown, attempt: number): number | undefined {
  const isTemporary = error instanceof NetworkError || (error instanceof AcademyError && TEMPORARY_STATUSES.includes(error.status))
  if (!isTemporary) return undefined
  if (error instanceof AcademyError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
}

export type OutgoingRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  /** The shape of the successful response. */
  shape: Shape | undefined
}

export type SendOptions = {
  fetch: typeof fetch
  retries: number
  signal: AbortSignal
  /** When the call times out, in milliseconds of `performance.now()`. */
  deadline: number
  onResponse: CallOptions['onResponse']
}

/** Sends a request. Retries it after temporary failures if its method is safe, unless the wait would exceed the timeout. */
export async function sendRequest(request: OutgoingRequest, sendOptions: SendOptions): Promise<unknown> {
  const retries = request.method === 'GET' ? sendOptions.retries : 0
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(request, sendOptions)
    } catch (error) {
      const waitMs = attempt < retries ? backoffMs(error, attempt) : undefined
      if (waitMs === undefined || performance.now() + waitMs >= sendOptions.deadline) throw error
      await wait(waitMs, sendOptions.signal)
    }
  }
}

async function sendOnce({ url, shape, ...init }: OutgoingRequest, { fetch, signal, onResponse }: SendOptions): Promise<unknown> {
  let response: Response | undefined
  try {
    // does not follow redirects, because a POST would become a GET
    response = await fetch(url, { ...init, signal, redirect: 'manual' })
    return await readResponse(response, shape)
  } catch (cause) {
    if (cause instanceof AcademyError || signal.aborted) throw cause
    throw new NetworkError(`Could not reach ${new URL(url).origin}. Check the connection and the address.`, { cause })
  } finally {
    if (response) onResponse?.(response)
  }
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await unlessAborted(new Promise<void>((done) => (timer = setTimeout(done, ms))), signal)
  } finally {
    clearTimeout(timer)
  }
}
