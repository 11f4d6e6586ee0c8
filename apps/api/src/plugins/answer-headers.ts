import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { corsHeaders } from './cors.ts'
import { answerError } from './errors.ts'
import { helmetHeaders } from './helmet.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Sends bytes that are ready with all their headers at once. Fastify's own sending and a hook for each group of headers took 2.5 of
     * the 20 µs of a ready-made answer. `headers` are name, value, name, value; `vary` and `cache-control` must be among them. Text must be one byte a
     * character, as `latin1` reads bytes.
     */
    sendBytes: (status: number, headers: readonly string[], bytes: Buffer | string) => void
  }
}

const usualOf = (ofHelmet: Record<string, string>) =>
  // Answers are not to be kept unless a route says so.
  [...Object.entries(ofHelmet), ['cache-control', 'no-store'] as const, ['vary', 'Origin'] as const]

/** Answers a request that Fastify itself refuses, before any route and any hook: an address whose encoding cannot be read, or that is too long. */
export async function answererOfUnrouted(config: Config) {
  const usual = Object.fromEntries(usualOf(await helmetHeaders()))
  const cors = corsHeaders(config)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(request.headers.origin === config.webOrigin ? { ...usual, ...cors } : usual)
    answerError(error, request, reply)
  }
}

/** Puts on every answer what it needs whatever is in it, unless its route says otherwise. */
export const answerHeaders = fp<{ config: Config }>(
  async (app, { config }) => {
    const ofHelmet = await helmetHeaders()
    const fixed = Object.entries(ofHelmet)
    const usual = usualOf(ofHelmet)
    const cors = corsHeaders(config)
    const forBrowser = Object.entries(cors)
    const isFromWeb = (request: FastifyRequest): boolean => request.headers.origin === config.webOrigin

    app.addHook('onSend', (request, reply, payload, done) => {
      for (const [name, value] of usual) if (!reply.hasHeader(name)) reply.header(name, value)
      // The id under which the logs know the request.
      reply.header('x-request-id', request.id)
      if (isFromWeb(request)) reply.headers(cors)
      done(null, payload)
    })

    const ofEach = fixed.flat()
    const ofWeb = forBrowser.flat()
    app.decorateReply('sendBytes', function (this: FastifyReply, status, headers, bytes) {
      // It may have taken too long, and been answered with 503.
      if (this.sent) return
      const { request, raw } = this
      const head = [...ofEach, ...headers, 'x-request-id', request.id]
      if (isFromWeb(request)) head.push(...ofWeb)
      this.hijack()
      raw.writeHead(status, head)
      raw.end(bytes, 'latin1')
    })
  },
  { name: 'answer-headers' },
)
