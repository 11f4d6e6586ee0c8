import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

type Ready = { json: Buffer; etag: string }

const made = new WeakMap<object, Ready>()

/**
 * Makes the JSON of an answer once, for as many requests as it will answer: what the scope's serialiser then sends are these bytes, with
 * their ETag. The body must not be changed afterwards.
 */
export function readyMade<T extends object>(body: T): T {
  const json = Buffer.from(JSON.stringify(body))
  made.set(body, { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"` })
  return body
}

/** How much memory a ready-made body takes, about. */
export const sizeOfReadyMade = (body: object): number => 2 * (made.get(body)?.json.length ?? 0)

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))

function addHeaders(request: FastifyRequest, reply: FastifyReply, { etag }: Ready): void {
  const vary = reply.getHeader('vary')
  reply.headers({
    etag,
    // May be kept by the browser of whoever asked, and must be asked for again each time: access may have ended.
    'cache-control': 'private, no-cache',
    vary: vary === undefined ? 'Authorization' : `${vary}, Authorization`,
  })
  if (namesTag(request.headers['if-none-match'], etag)) reply.code(304)
}

const readyOf = (payload: unknown): Ready | undefined => (typeof payload === 'object' && payload !== null ? made.get(payload) : undefined)

/** Sends ready-made bodies as they are, and 304 to whoever has them already. Other bodies pass untouched. */
export const readyMadeAnswers = fp(
  async (app) => {
    // Fastify sends bytes as gladly as text, and nothing with a 304, only its types do not say so. Text would be encoded each time anew.
    const serialise = (payload: unknown, status: number): string | Buffer | null =>
      status === 304 ? null : (readyOf(payload)?.json ?? JSON.stringify(payload))
    app.setReplySerializer(serialise as (payload: unknown, status: number) => string)
    app.addHook('preSerialization', (request, reply, payload, done) => {
      const ready = readyOf(payload)
      if (ready && reply.statusCode === 200) addHeaders(request, reply, ready)
      done(null, payload)
    })
  },
  { name: 'ready-made-answers' },
)
