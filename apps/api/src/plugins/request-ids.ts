import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/

/** The id that a caller or proxy gave the request, if it cannot be mistaken for anything else in a log; else a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

/** Tells each caller the id under which the logs know the request, and that answers are not to be kept unless a route says so. */
export const requestIds = fp(
  async (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id).header('cache-control', 'no-store')
      done()
    })
  },
  { name: 'request-ids' },
)
