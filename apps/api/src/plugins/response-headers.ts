import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { sendError } from '../http/errors.ts'
import { corsHeaders } from './cors.ts'

/** The headers of every response. Routes may set other values, as the docs page does. */
const defaultHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  // The web app may be on a sibling host. Responses that every site may load override this.
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  // Without includeSubDomains: subdomains may belong to other services.
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  vary: 'Origin',
}

/** Returns a handler for requests that Fastify rejects before routing: a URL that is too long or has an invalid encoding. */
export function unroutedErrorHandler(config: Config) {
  const cors = corsHeaders(config)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(request.headers.origin === config.webOrigin ? { ...defaultHeaders, ...cors } : defaultHeaders)
    sendError(error, request, reply)
  }
}

/** Sets the headers that every response needs. Routes may set other values. Register it first. */
export const responseHeaders = fp(
  async (app) => {
    const cors = corsHeaders(app.config)
    app.addHook('onRequest', (request, reply, done) => {
      // The id that the logs use for the request.
      reply.headers(defaultHeaders).header('x-request-id', request.id)
      if (request.headers.origin === app.config.webOrigin) reply.headers(cors)
      done()
    })
  },
  { name: 'response-headers' },
)
