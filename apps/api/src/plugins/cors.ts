import fastifyCors from '@fastify/cors'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'

/** Returns the headers that let only the web app's pages read a response. */
export const corsHeaders = ({ webOrigin }: Config) => ({
  'access-control-allow-origin': webOrigin,
  'access-control-expose-headers': 'etag, ratelimit, ratelimit-policy, retry-after, x-request-id',
})

/** Responds to preflight requests: only the web app's pages may call the API, and never with cookies. */
export const cors = fp(
  async (app) => {
    // Registered in a plugin of its own, because the library's hook evaluates all its options for every request. `responseHeaders` adds the
    // headers of `corsHeaders` to all other responses.
    await app.register(async (preflights) => {
      await preflights.register(fastifyCors, {
        origin: [app.config.webOrigin],
        credentials: false,
        methods: ['GET', 'POST', 'PUT', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'x-request-id'],
        maxAge: 7200,
        // An OPTIONS request that is not a preflight gets the same empty response, not the library's own error.
        strictPreflight: false,
      })
    })
  },
  { name: 'cors' },
)
