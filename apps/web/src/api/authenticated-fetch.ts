import { ApiError, noSession, sessionExpired, unanswered } from './api-error.ts'
import type { Call, Reply } from './contract-client.ts'

/** Where tokens come from: the session room. Both answer null when there is none. */
export type TokenSource = { accessToken(): Promise<string | null>; refreshAccessToken(): Promise<string | null> }

const READ_LIMIT_MS = 15_000
const WRITE_LIMIT_MS = 30_000

/**
 * Sends contract calls with the bearer token of the session (API-01..05). A 401 refreshes the session once, however many
 * calls met it, and repeats the call exactly once. Throws `ApiError` when there is no session, no answer or no JSON;
 * other refusals are answers and come back as such.
 */
export function authenticatedFetch(session: TokenSource): (call: Call) => Promise<Reply> {
  let refreshing: Promise<string | null> | undefined

  const newToken = async (refused: string): Promise<string> => {
    const current = await session.accessToken()
    // Another call may have refreshed the session while this one was on its way.
    if (current && current !== refused) return current
    refreshing ??= session.refreshAccessToken().finally(() => {
      refreshing = undefined
    })
    const token = await refreshing
    if (!token) throw sessionExpired()
    return token
  }

  return async (call) => {
    requireSanePath(call)
    if (call.route.isPublic) return readReply(await send(call))
    const token = await session.accessToken()
    if (!token) throw noSession()
    const response = await send(call, token)
    if (response.status !== 401) return readReply(response)
    return readReply(await send(call, await newToken(token)))
  }
}

/** Ids come from the address bar, and one like `..` would call another endpoint. */
function requireSanePath({ route, url }: Call): void {
  const pattern = new RegExp(`${route.path.replace(/:\w+/g, '[A-Za-z0-9_-]{1,100}')}(\\?.*)?$`)
  if (!pattern.test(url)) throw new ApiError({ status: 404, code: 'not_found', message: 'There is nothing at this address.' })
}

async function send({ route, url, body, signal: abort }: Call, token?: string): Promise<Response> {
  const limit = AbortSignal.timeout(route.method === 'GET' ? READ_LIMIT_MS : WRITE_LIMIT_MS)
  try {
    return await fetch(url, {
      method: route.method,
      // Without a body there is no content type either: the API refuses an empty JSON body.
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      signal: abort ? AbortSignal.any([abort, limit]) : limit,
    })
  } catch (cause) {
    throw unanswered(cause)
  }
}

async function readReply(response: Response): Promise<Reply> {
  const { status, statusText, headers } = response
  if (status === 204) return { status, statusText, headers, body: undefined }
  try {
    return { status, statusText, headers, body: await response.json() }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw unanswered(cause)
    // A proxy's error page is still an answer with a status; only an unreadable success is a failure of its own.
    if (!response.ok) return { status, statusText, headers, body: undefined }
    throw new ApiError({ status, code: 'unreadable', message: 'The academy sent an answer that could not be read.' }, { cause })
  }
}
