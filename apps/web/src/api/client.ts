import { routes } from 'virtual:contract-routes'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { env } from '../env.ts'
import { accessToken, currentSession, refreshAccessToken } from '../session/session.ts'
import { errorFromResponse, invalidResponse } from './api-error.ts'
import { authenticatedFetch, type TokenSource } from './authenticated-fetch.ts'

/** Creates a typed client for the API at `baseUrl` ('' is the page's own origin). */
export const createClient = (session: TokenSource, baseUrl: string) =>
  initTsrReactQuery(routes, { baseUrl, api: authenticatedFetch(session) })

/** The session of the user, for clients of the API. */
export const userSession: TokenSource = { accessToken, refreshAccessToken, userId: () => currentSession()?.user.id }

/**
 * The API client of the signed-in user. Queries use TanStack's `queryOptions` with `unwrapResponse(tsr.x.y.query(...))`, mutations
 * `unwrapResponse(tsr.x.y.mutate(...))`: caches hold bodies and errors are `ApiError`s (ts-rest's own hooks cache and throw responses).
 */
export const tsr = createClient(userSession, env.apiUrl)

export type ApiResponse = { status: number; body: unknown; headers: Headers }
type Success = 200 | 201 | 204
export type Body<R extends ApiResponse> = Extract<R, { status: Success }>['body']

/**
 * Returns the body of a successful call, e.g. `await unwrapResponse(tsr.accounts.context.query())`. Throws `ApiError` for every other
 * response, also for a 200 with `success: false`.
 */
export async function unwrapResponse<R extends ApiResponse>(call: Promise<R>): Promise<Body<R>> {
  const reply = await call
  if (reply.status < 200 || reply.status > 299 || reportsFailure(reply.body)) throw errorFromResponse(reply)
  return reply.body
}

const reportsFailure = (body: unknown): boolean => typeof body === 'object' && body !== null && 'success' in body && body.success === false

/**
 * Returns what `read` takes from the body of a successful call. The bundle has no contract schemas (decision 006), so a body without its
 * data, or one that makes `read` throw, becomes an `ApiError` (`invalid_response`) here instead of a crash in a component.
 */
export async function parseResponse<R extends ApiResponse, T extends {}>(call: Promise<R>, read: (body: Body<R>) => T): Promise<T> {
  const body = await unwrapResponse(call)
  try {
    return assertPresent(read(body))
  } catch (cause) {
    throw invalidResponse(200, cause)
  }
}

/** Returns `value`. Throws when it or one of the named fields is undefined; a field may be null. */
export function requireFields<T extends object>(value: T, ...fields: (keyof T & string)[]): T {
  const missing = fields.find((field) => assertPresent(value)[field] === undefined)
  if (missing) throw new TypeError(`The response has no ${missing}.`)
  return value
}

function assertPresent<T>(value: T): T {
  if (value === null || value === undefined) throw new TypeError('The response has no data.')
  return value
}
