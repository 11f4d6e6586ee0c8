import fastifyCors from '@fastify/cors'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'

/** Returns the headers that let only the web app's pages read a response (D-115). */
export const corsHeaders = ({ webOrigin }: Config) => ({
  'access-control-allow-origin': webOrigin,
  'access-control-expose-headers': 'etag, retry-after, x-request-id',
})

/** Answers preflight requests: only the web app's pages may call the API (D-115). Cookies are never accepted. */
export const cors = fp<{ config: Config }>(
  async (app, { config }) => {
    // In a scope of its own, as the library's hook weighs all its options for every request; on an answer there are two headers and one
    // condition.
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
  },
  { name: 'cors' },
)
