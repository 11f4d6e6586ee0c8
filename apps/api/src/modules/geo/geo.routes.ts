import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { contractRoutes } from '../../http/contract-routes.ts'
import { countryCode, countryDatabase } from './country-database.ts'

const s = initServer()

/** Where a visitor is, for the currency that they see first. Not knowing is an answer, too: nothing here may fail for it. */
export async function geoRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const { countryHeader, databaseFile } = config.geo
  const lookUp = countryDatabase(databaseFile)
  let isTold = false

  /** What the edge says, which counts only from a proxy that is trusted: one whose word on the caller's address was taken. */
  const toldByEdge = ({ headers, ips = [] }: FastifyRequest): string | null =>
    countryHeader !== undefined && ips.length > 1 ? countryCode(headers[countryHeader]) : null

  const lookedUp = async ({ ip, log }: FastifyRequest): Promise<string | null> => {
    try {
      return await lookUp(ip)
    } catch (err) {
      if (!isTold) log.error({ err }, 'the database of countries cannot be read: everybody sees dollars first')
      isTold = true
      return null
    }
  }

  const router = s.router(contract.geo, {
    country: async ({ request }) => ({ status: 200, body: { country: toldByEdge(request) ?? (await lookedUp(request)) } }),
  })
  await app.register(s.plugin(router), contractRoutes)
}
