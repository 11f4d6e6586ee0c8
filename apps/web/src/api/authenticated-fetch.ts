import { type ApiFetcher, convertQueryParamsToUrlString } from '@ts-rest/core'
import { ApiError, invalidResponse, networkError, noSessionError, sessionExpiredError, signedOutError } from './api-error.ts'
import { takeFirstResponse } from './first-responses.ts'
import { reportReachable, reportUnreachable } from './reachability.ts'
import { recordRequestId } from './request-id.ts'

/**
 * Provides session tokens, which are the access tokens of the auth provider. The functions for tokens return null without a session and throw when
 * the auth provider is unreachable. `userId` returns the id of the signed-in user; undefined without a session and while it is unknown.
 */
export type TokenSource = {
  accessToken(): Promise<string | null>
  refreshAccessToken(): Promise<string | null>
  userId(): string | undefined
}

const READ_TIMEOUT_MS = 15_000
const WRITE_TIMEOUT_MS = 30_000

/**
 * Sends contract calls with the session's bearer token. After a 401 it refreshes the session, once for all concurrent calls, and
 * repeats the call once. Returns error responses as they are.
 * @throws ApiError when there is no session or no response, when a success has no JSON, and when the user signed out during the call.
 */
export function authenticatedFetch(session: TokenSource): ApiFetcher {
  let refreshing: Promise<string | null> | undefined

  /** Returns the token. Reports an unreachable auth provider as an unreachable API, which does not end the session. */
  const resolveToken = async (token: Promise<string | null>): Promise<string | null> => {
    try {
      return await token
    } catch (cause) {
      reportUnreachable(() => session.accessToken())
      throw networkError(cause)
    }
  }

  const refreshedToken = async (refused: string): Promise<string> => {
    const current = await resolveToken(session.accessToken())
    // Another call may have refreshed the session meanwhile.
    if (current && current !== refused) return current
    refreshing ??= session.refreshAccessToken().finally(() => {
      refreshing = undefined
    })
    const token = await resolveToken(refreshing)
    if (!token) throw sessionExpiredError()
    return token
  }

  return async (call) => {
    assertSafePath(call)
    if (isPublic(call)) return readResponse(await send(call))
    const user = session.userId()
    /** Throws when the user has signed out since the call: the token, and the cache for callbacks to write into, may be another user's. */
    const assertSameUser = () => {
      if (user !== undefined && user !== session.userId()) throw signedOutError()
    }
    const token = await resolveToken(session.accessToken())
    if (!token) throw noSessionError()
    assertSameUser()
    let response = await send(call, token)
    if (response.status === 401) {
      const newToken = await refreshedToken(token)
      assertSameUser()
      response = await send(call, newToken)
    }
    const reply = await readResponse(response)
    assertSameUser()
    return reply
  }
}

type Call = Parameters<ApiFetcher>[0]

const isPublic = ({ route }: Call): boolean => (route.metadata as { auth?: string } | undefined)?.auth === 'public'

/** Throws for ids such as `..`, which would call another endpoint: ids come from the URL and ts-rest inserts them unescaped. */
function assertSafePath({ route, path, rawQuery }: Call): void {
  const withoutQuery = path.slice(0, path.length - convertQueryParamsToUrlString(rawQuery).length)
  const pattern = new RegExp(`${route.path.replace(/:\w+/g, '[A-Za-z0-9_-]{1,100}')}$`)
  if (!pattern.test(withoutQuery)) throw new ApiError({ status: 404, code: 'not_found', message: "There's nothing at this address." })
}

async function send({ path, method, headers, body, fetchOptions }: Call, token?: string): Promise<Response> {
  const limit = AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS)
  const signal = fetchOptions?.signal ? AbortSignal.any([fetchOptions.signal, limit]) : limit
  try {
    const first = token && takeFirstResponse({ method, path }, token)
    if (first) return await first
    return await fetch(path, {
      ...fetchOptions,
      method,
      body: body ?? null,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      signal,
    })
  } catch (cause) {
    const error = networkError(cause)
    if (error instanceof ApiError) reportUnreachable()
    throw error
  }
}

/** Returns whether a response means that the API is down: a gateway error, or a 503 without another error code. */
const isUnavailable = (status: number, body: unknown): boolean => {
  const code = (body as { code?: unknown } | undefined)?.code
  return status === 502 || status === 504 || (status === 503 && (code === undefined || code === 'unavailable'))
}

async function readResponse(response: Response) {
  const reply = await parseBody(response)
  recordRequestId(reply.headers)
  if (isUnavailable(reply.status, reply.body)) reportUnreachable()
  else reportReachable()
  return reply
}

/** Parses the body as JSON, unless it is a file. */
async function parseBody(response: Response) {
  const { status, statusText, headers } = response
  if (status === 204) return { status, statusText, headers, body: undefined }
  try {
    if (response.ok && headers.get('content-type') === 'application/zip')
      return { status, statusText, headers, body: await response.blob() }
    return { status, statusText, headers, body: await response.json() }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw networkError(cause)
    // A proxy's error page keeps its status. Only a success without JSON is an error of its own.
    if (!response.ok) return { status, statusText, headers, body: undefined }
    throw invalidResponse(status, cause)
  }
}
