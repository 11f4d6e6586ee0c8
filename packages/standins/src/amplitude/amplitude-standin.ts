import type { FastifyError, FastifyInstance } from 'fastify'
import { createTables } from '../database.ts'
import type { ServiceOptions } from '../service.ts'
import { AmplitudeError, errorBody, faultBody } from './amplitude-error.ts'
import { apiRoutes } from './api.routes.ts'
import { allowOrigins } from './cors.ts'
import { ingestRoutes } from './ingest.routes.ts'
import { ddl } from './tables.ts'

export { AMPLITUDE_KEY } from './identity.ts'

/** Converts errors of the stand-in and of Fastify to Amplitude's. */
function toAmplitudeError(error: unknown): AmplitudeError {
  if (error instanceof AmplitudeError) return error
  if ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AmplitudeError(413, 'Payload too large')
  return new AmplitudeError(500, 'Internal Server Error')
}

/**
 * Serves Amplitude's endpoints for browsers: events (HTTP V2) and session replay, for one project, stored in Postgres.
 * Register it under `/amplitude`, and configure the vendor's libraries with that URL.
 */
export async function amplitudeStandin(app: FastifyInstance, { sql, clock, faults }: ServiceOptions): Promise<void> {
  await createTables(sql, ddl)
  apiRoutes(app, { sql })
  await app.register(async (service) => {
    // before the faults, so that a browser can read why a request was refused
    service.addHook('onRequest', allowOrigins)
    service.addHook('onRequest', faults.apply('amplitude', faultBody))
    service.setErrorHandler((error, request, reply) => {
      const converted = toAmplitudeError(error)
      if (converted.status >= 500) request.log.error(error)
      return reply.code(converted.status).send(errorBody(converted))
    })
    // Fastify runs hooks only for known routes, also for preflight requests
    service.options('/*', async (_request, reply) => reply.code(204).send())
    ingestRoutes(service, { sql, now: () => clock.now('amplitude') })
  })
}
