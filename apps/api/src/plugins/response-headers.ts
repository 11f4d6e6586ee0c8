import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { sendError } from '../http/errors.ts'
import { helmetHeaders } from '../http/security-headers.ts'
import { corsHeaders } from './cors.ts'

/** Returns the headers of every response. Routes may set other values. */
const defaultHeaders = async (): Promise<Record<string, string>> => ({
  ...(await helmetHeaders()),
  'cache-control': 'no-store',
  vary: 'Origin',
})

/** Returns a handler for requests that Fastify rejects before routing: an address that is too long or has an invalid encoding. */
export async function unroutedErrorHandler(config: Config) {
  const defaults = await defaultHeaders()
  const cors = corsHeaders(config)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(request.headers.origin === config.webOrigin ? { ...defaults, ...cors } : defaults)
    sendError(error, request, reply)
  }
}

/** Sets the headers that every response needs. Routes may set other values. Register it first. */
export const responseHeaders = fp<{ config: Config }>(
  async (app, { config }) => {
    const defaults = await defaultHeaders()
    const cors = corsHeaders(config)
    app.addHook('onRequest', (request, reply, done) => {
      // The id that the logs use for the request.
      reply.headers(defaults).header('x-request-id', request.id)
      if (request.headers.origin === config.webOrigin) reply.headers(cors)
      done()
    })
  },
  { name: 'response-headers' },
)
