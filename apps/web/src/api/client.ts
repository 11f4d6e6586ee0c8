import './no-eval.ts'
import { contract } from '@academy/contract'
import { initClient } from '@ts-rest/core'
import { env } from '../env.ts'
import { accessToken, refreshAccessToken } from '../session/session.ts'
import { authenticatedFetch, type TokenSource } from './authenticated-fetch.ts'

/** The contract as functions on the API at `baseUrl` ('' is the page's own origin). */
export const createClient = (session: TokenSource, baseUrl: string) => initClient(contract, { baseUrl, api: authenticatedFetch(session) })

/** The product API for the signed-in person. Use with `bodyOf`. */
export const api = createClient({ accessToken, refreshAccessToken }, env.apiUrl)
