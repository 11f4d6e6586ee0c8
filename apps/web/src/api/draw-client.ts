import { routes } from 'virtual:draw-routes'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { env } from '../env.ts'
import { authenticatedFetch } from './authenticated-fetch.ts'
import { userSession } from './client.ts'

/** The API client of the weekly draw, which only its page calls. Used as `tsr`. */
export const drawTsr = initTsrReactQuery(routes, { baseUrl: env.apiUrl, api: authenticatedFetch(userSession) })
