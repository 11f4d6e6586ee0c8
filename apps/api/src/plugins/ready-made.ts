import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

type Encoding = 'br' | 'gzip'
type Ready = { json: Buffer; etag: string; encoded?: Record<Encoding, Buffer> }

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

/** Beyond this brotli takes many times as long for a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }

/** Compresses a ready-made body once as well, off the main thread: for large ones that many ask for. */
export async function precompressed<T extends object>(body: T): Promise<T> {
  const ready = made.get(body)
  if (!ready) throw new Error('only a ready-made body can be compressed')
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(ready.json, BROTLI), promisify(gzip)(ready.json)])
  ready.encoded = { br, gzip: zipped }
  return body
}

/** How much memory a ready-made body takes, about. */
export const sizeOfReadyMade = (body: object): number => 2 * (made.get(body)?.json.length ?? 0)

/** The best encoding that a client takes. Whoever forbids one (`q=0`) is rare, and gets none. */
function encodingFor(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? '')
  if (/;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accepted)) return undefined
  if (/(?:^|,)\s*br\b/.test(accepted)) return 'br'
  return /(?:^|,)\s*gzip\b/.test(accepted) ? 'gzip' : undefined
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))

/** @returns what is to be sent instead of the body, if it goes out compressed. */
function addHeaders(request: FastifyRequest, reply: FastifyReply, { etag, encoded }: Ready): Buffer | undefined {
  const vary = reply.getHeader('vary')
  const encoding = encoded && encodingFor(request.headers['accept-encoding'])
  const variesBy = encoded ? 'Authorization, Accept-Encoding' : 'Authorization'
  reply.headers({
    // The same content in other bytes: a weak tag says just that.
    etag: encoding ? `W/${etag}` : etag,
    // May be kept by the browser of whoever asked, and must be asked for again each time: access may have ended.
    'cache-control': 'private, no-cache',
    vary: vary === undefined ? variesBy : `${vary}, ${variesBy}`,
  })
  if (namesTag(request.headers['if-none-match'], etag)) {
    reply.code(304)
    return undefined
  }
  if (!encoding) return undefined
  reply.header('content-encoding', encoding)
  return encoded[encoding]
}

const readyOf = (payload: unknown): Ready | undefined => (typeof payload === 'object' && payload !== null ? made.get(payload) : undefined)

/** Sends ready-made bodies as they are, and 304 to whoever has them already. Other bodies pass untouched. */
export const readyMadeAnswers = fp(
  async (app) => {
    // Fastify sends bytes as gladly as text, and nothing with a 304, only its types do not say so. Text would be encoded each time anew.
    const serialise = (payload: unknown, status: number): string | Buffer | null =>
      status === 304 ? null : Buffer.isBuffer(payload) ? payload : (readyOf(payload)?.json ?? JSON.stringify(payload))
    app.setReplySerializer(serialise as (payload: unknown, status: number) => string)
    app.addHook('preSerialization', (request, reply, payload, done) => {
      const ready = readyOf(payload)
      done(null, (ready && reply.statusCode === 200 && addHeaders(request, reply, ready)) || payload)
    })
  },
  { name: 'ready-made-answers' },
)
