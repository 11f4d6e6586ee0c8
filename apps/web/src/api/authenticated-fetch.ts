import { type ApiFetcher, convertQueryParamsToUrlString } from '@ts-rest/core'
import { ApiError, noSession, sessionExpired, unanswered } from './api-error.ts'
import { noteRequest } from './last-request.ts'
import { noteAnswered, noteUnanswered } from './reachability.ts'

/** Where tokens come from: the session room. Both answer null when there is none, and throw when nobody can say right now. */
export type TokenSource = { accessToken(): Promise<string | null>; refreshAccessToken(): Promise<string | null> }

const READ_LIMIT_MS = 15_000
const WRITE_LIMIT_MS = 30_000

/**
 * Sends contract calls with the bearer token of the session (API-01..05). A 401 refreshes the session once, however many
 * calls met it, and repeats the call exactly once. Throws `ApiError` when there is no session, no answer or no JSON;
 * other refusals are answers and come back as such.
 */
export function authenticatedFetch(session: TokenSource): ApiFetcher {
  let refreshing: Promise<string | null> | undefined

  /** Whether there is a session cannot be told without its provider: that is an outage like any other, and ends nothing. */
  const told = async (token: Promise<string | null>): Promise<string | null> => {
    try {
      return await token
    } catch (cause) {
      noteUnanswered(() => session.accessToken())
      throw unanswered(cause)
    }
  }

  const newToken = async (refused: string): Promise<string> => {
    const current = await told(session.accessToken())
    // Another call may have refreshed the session while this one was on its way.
    if (current && current !== refused) return current
    refreshing ??= session.refreshAccessToken().finally(() => {
      refreshing = undefined
    })
    const token = await told(refreshing)
    if (!token) throw sessionExpired()
    return token
  }

  return async (call) => {
    requireSanePath(call)
    if (isPublic(call)) return readReply(await send(call))
    const token = await told(session.accessToken())
    if (!token) throw noSession()
    const response = await send(call, token)
    if (response.status !== 401) return readReply(response)
    return readReply(await send(call, await newToken(token)))
  }
}

type Call = Parameters<ApiFetcher>[0]

const isPublic = ({ route }: Call): boolean => (route.metadata as { auth?: string } | undefined)?.auth === 'public'

/** Ids come from the address bar and ts-rest inserts them as they are: one like `..` would call another endpoint. */
function requireSanePath({ route, path, rawQuery }: Call): void {
  const withoutQuery = path.slice(0, path.length - convertQueryParamsToUrlString(rawQuery).length)
  const pattern = new RegExp(`${route.path.replace(/:\w+/g, '[A-Za-z0-9_-]{1,100}')}$`)
  if (!pattern.test(withoutQuery)) throw new ApiError({ status: 404, code: 'not_found', message: 'There is nothing at this address.' })
}

async function send({ path, method, headers, body, fetchOptions }: Call, token?: string): Promise<Response> {
  const limit = AbortSignal.timeout(method === 'GET' ? READ_LIMIT_MS : WRITE_LIMIT_MS)
  const signal = fetchOptions?.signal ? AbortSignal.any([fetchOptions.signal, limit]) : limit
  try {
    return await fetch(path, {
      ...fetchOptions,
      method,
      body: body ?? null,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      signal,
    })
  } catch (cause) {
    const error = unanswered(cause)
    if (error instanceof ApiError) noteUnanswered()
    throw error
  }
}

/** What proxies say when there is nobody behind them; 503 is also the API's own word for it, and for other things. */
const isAbsence = (status: number, body: unknown): boolean => {
  const code = (body as { code?: unknown } | undefined)?.code
  return status === 502 || status === 504 || (status === 503 && (code === undefined || code === 'unavailable'))
}

async function readReply(response: Response) {
  const reply = await parseReply(response)
  noteRequest(reply.headers)
  if (isAbsence(reply.status, reply.body)) noteUnanswered()
  else noteAnswered()
  return reply
}

async function parseReply(response: Response) {
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
