import fastifyCors from '@fastify/cors'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'

const EXPOSED = 'etag, retry-after, x-request-id'

/** Lets the pages of the web app, and no others, call the API from another origin (D-115). No cookies are ever taken. */
export const cors = fp<{ config: Config }>(
  async (app, { config }) => {
    // Asked by browsers before the request itself. In a scope of its own, as the library's hook weighs all its options
    // for every request; on an answer there are two headers and one condition.
    await app.register(async (preflights) => {
      await preflights.register(fastifyCors, {
        origin: [config.webOrigin],
        credentials: false,
        methods: ['GET', 'POST', 'PUT', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'if-none-match', 'x-request-id'],
        maxAge: 7200,
        // An OPTIONS request that is no preflight gets the same empty answer instead of one in a shape of its own.
        strictPreflight: false,
      })
    })

    app.addHook('onRequest', (request, reply, done) => {
      reply.header('vary', 'Origin')
      if (request.headers.origin === config.webOrigin) {
        reply.header('access-control-allow-origin', config.webOrigin).header('access-control-expose-headers', EXPOSED)
      }
      done()
    })
  },
  { name: 'cors' },
)
