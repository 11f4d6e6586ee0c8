import { env } from '../env.ts'
import { type ApiError, errorFromResponse, invalidResponse, networkError } from './api-error.ts'

const TIMEOUT_MS = 20_000

export type PublicReply<T> = { body: T } | { error: ApiError }

/**
 * Sends a POST request without a session, and without the API client, which would add the contract to the pages for visitors. `read` returns
 * what the page needs from the body, or undefined for an invalid body. Returns a failed request as `error` instead of throwing.
 */
export async function postPublic<T>(
  path: string,
  body: object,
  read: (body: Record<string, unknown>) => T | undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<PublicReply<T>> {
  let response: Response
  let reply: unknown
  try {
    response = await fetch(env.apiUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    reply = parseJson(await response.text())
  } catch (cause) {
    return { error: networkError(cause) as ApiError }
  }
  const { status, statusText, headers } = response
  if (!response.ok) return { error: errorFromResponse({ status, statusText, headers, body: reply }) }
  const parsed = typeof reply === 'object' && reply !== null ? read(reply as Record<string, unknown>) : undefined
  return parsed === undefined ? { error: invalidResponse(status, reply) } : { body: parsed }
}

/** Returns undefined for a body that is not JSON, such as a proxy's error page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
