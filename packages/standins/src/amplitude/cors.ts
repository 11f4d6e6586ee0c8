import type { FastifyReply, FastifyRequest } from 'fastify'

const allowedHeaders =
  'authorization, content-encoding, content-type, x-client-version, x-client-library, x-client-sample-rate, x-client-url, x-client-type, x-sampling-hash-alg'

/**
 * Allows all origins. Beacons carry credentials, for which browsers require the exact origin instead of `*`.
 * Responds to preflight requests at once.
 */
export async function allowOrigins(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { origin } = request.headers
  if (origin === undefined) return undefined
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-allow-credentials', 'true')
  reply.header('vary', 'Origin')
  if (request.method !== 'OPTIONS') return undefined
  reply.header('access-control-allow-methods', 'POST, OPTIONS')
  reply.header('access-control-allow-headers', allowedHeaders)
  reply.header('access-control-max-age', '600')
  return reply.code(204).send()
}
