import { routes } from 'virtual:admin-routes'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { env } from '../env.ts'
import { authenticatedFetch } from './authenticated-fetch.ts'
import { userSession } from './client.ts'

/** The API client of the administrator, for what only the administrator's pages call. Used as `tsr`. */
export const adminTsr = initTsrReactQuery(routes, { baseUrl: env.apiUrl, api: authenticatedFetch(userSession) })
