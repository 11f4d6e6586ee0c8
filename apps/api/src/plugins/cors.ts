import fastifyCors from '@fastify/cors'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'

/** What lets the pages of the web app, and no others, read an answer (D-115); to be added to answers to them only. */
export const corsHeaders = ({ webOrigin }: Config) => ({
  'access-control-allow-origin': webOrigin,
  'access-control-expose-headers': 'etag, retry-after, x-request-id',
})

/** Answers browsers that ask whether a page may call the API: those of the web app may, no others (D-115). No cookies are ever taken. */
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
