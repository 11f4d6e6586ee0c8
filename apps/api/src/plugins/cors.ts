import fastifyCors from '@fastify/cors'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'

/** Lets the pages of the web app, and no others, call the API from another origin (D-115). No cookies are ever taken. */
export const cors = fp<{ config: Config }>(
  async (app, { config }) => {
    await app.register(fastifyCors, {
      origin: [config.webOrigin],
      credentials: false,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'if-none-match', 'x-request-id'],
      exposedHeaders: 'etag, retry-after, x-request-id',
      maxAge: 7200,
      // An OPTIONS request that is no preflight gets the same empty answer instead of one in a shape of its own.
      strictPreflight: false,
    })
  },
  { name: 'cors' },
)
