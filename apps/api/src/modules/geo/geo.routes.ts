import { contract } from '@academy/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { countryCode, countryDatabase } from './country-database.ts'

/** Serves the visitor's country, which selects the currency. An unknown country is a valid response. */
export async function geoRoutes(app: FastifyInstance): Promise<void> {
  const { countryHeader, databaseFile } = app.config.geo
  const lookUp = countryDatabase(databaseFile)
  let isFailureLogged = false

  /** Returns the country from the header that the proxy sets; null if the request did not come through a trusted proxy. */
  const countryFromProxy = ({ headers, ips = [] }: FastifyRequest): string | null =>
    countryHeader !== undefined && ips.length > 1 ? countryCode(headers[countryHeader]) : null

  const countryFromDatabase = async ({ ip, log }: FastifyRequest): Promise<string | null> => {
    try {
      return await lookUp(ip)
    } catch (err) {
      if (!isFailureLogged) log.error({ err }, 'failed to read the country database; visitors see dollars first')
      isFailureLogged = true
      return null
    }
  }

  await serveRoutes(contract.geo, app, {
    country: async ({ request }) => ({ status: 200, body: { country: countryFromProxy(request) ?? (await countryFromDatabase(request)) } }),
  })
}
