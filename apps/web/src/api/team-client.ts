import { routes } from 'virtual:team-routes'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { env } from '../env.ts'
import { authenticatedFetch } from './authenticated-fetch.ts'
import { userSession } from './client.ts'

/** The API client of seats for a team, for the pages that show them. Used as `tsr`. */
export const teamTsr = initTsrReactQuery(routes, { baseUrl: env.apiUrl, api: authenticatedFetch(userSession) })
