import { routes } from 'virtual:contract-routes'
import { env } from '../env.ts'
import { accessToken, refreshAccessToken } from '../session/session.ts'
import { authenticatedFetch } from './authenticated-fetch.ts'
import { contractClient } from './contract-client.ts'

/** The product API for the signed-in person. Use with `bodyOf`. */
export const api = contractClient(routes, env.apiUrl, authenticatedFetch({ accessToken, refreshAccessToken }))
