import { routes } from 'virtual:contract-routes'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { env } from '../env.ts'
import { accessToken, refreshAccessToken } from '../session/session.ts'
import { authenticatedFetch, type TokenSource } from './authenticated-fetch.ts'

/** The contract as functions on the API at `baseUrl` ('' is the page's own origin). */
export const createClient = (session: TokenSource, baseUrl: string) =>
  initTsrReactQuery(routes, { baseUrl, api: authenticatedFetch(session) })

/**
 * The product API for the signed-in person. Queries: `queryOptions` of TanStack Query over `bodyOf(tsr.x.y.query(...))`, mutations over
 * `bodyOf(tsr.x.y.mutate(...))`: so caches hold bodies, and `ApiError` is the one error (ts-rest's own hooks cache and throw whole answers).
 */
export const tsr = createClient({ accessToken, refreshAccessToken }, env.apiUrl)
