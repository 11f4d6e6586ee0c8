import { routes } from 'virtual:contract-routes'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { env } from '../env.ts'
import { accessToken, currentSession, refreshAccessToken } from '../session/session.ts'
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
