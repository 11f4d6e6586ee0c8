import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** What goes out, with the headers that say what it is (name, value, name, value), and those that go to whoever has it already. */
type Form = Readonly<{ bytes: Buffer | string; headers: readonly string[]; unchanged: readonly string[] }>

/** Up to so many bytes go out in one piece with their headers if they are a text; longer ones are better not copied. */
const SHORT = 4096

const sendable = (bytes: Buffer): Buffer | string => (bytes.length <= SHORT ? bytes.toString('latin1') : bytes)

/** A text that takes one byte a character anyway is sendable as it is. */
const sendableText = (text: string): Buffer | string => {
  const length = Buffer.byteLength(text)
  return length === text.length && length <= SHORT ? text : sendable(Buffer.from(text))
}

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'] as const

function formOf(bytes: Buffer, etag: string, varies: string, encoding?: Encoding): Form {
  const unchanged = [
    // The same content in other bytes: a weak tag says just that.
    ...['etag', encoding ? `W/${etag}` : etag],
    // May be kept by the browser of whoever asked, and must be asked for again each time: access may have ended.
    ...['cache-control', 'private, no-cache'],
    ...['vary', varies],
  ]
  return {
    bytes: sendable(bytes),
    headers: [...unchanged, ...JSON_TYPE, ...['content-length', String(bytes.length)], ...(encoding ? ['content-encoding', encoding] : [])],
    unchanged,
  }
}

const jsonOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body))

const tagOf = (json: Buffer): string => `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`

/** The JSON of an answer, made once for as many requests as it will answer, with its ETag and headers. */
export class ReadyMade<Body> {
  /** Only for the compiler: which body it is the JSON of. */
  declare readonly body: Body
  readonly etag: string
  readonly plain: Form
  readonly encoded: Readonly<Record<Encoding, Form>> | undefined

  private constructor(etag: string, plain: Form, encoded?: Record<Encoding, Form>) {
    this.etag = etag
    this.plain = plain
    this.encoded = encoded
  }

  static of<Body>(body: Body): ReadyMade<Body> {
    const json = jsonOf(body)
    const etag = tagOf(json)
    return new ReadyMade(etag, formOf(json, etag, 'Origin, Authorization'))
  }

  /** Compressed once as well, off the main thread: for large ones that many ask for. */
  static async compressed<Body>(body: Body): Promise<ReadyMade<Body>> {
    const json = jsonOf(body)
    const etag = tagOf(json)
    const varies = 'Origin, Authorization, Accept-Encoding'
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(json, BROTLI), promisify(gzip)(json)])
    return new ReadyMade(etag, formOf(json, etag, varies), {
      br: formOf(br, etag, varies, 'br'),
      gzip: formOf(gzipped, etag, varies, 'gzip'),
    })
  }

  /** How much memory it takes, about. */
  get size(): number {
    return this.plain.bytes.length
  }
}

/** Beyond this brotli takes many times as long for a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }

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

/** Sends a ready-made answer as it is, or 304 to whoever has it already. */
export function sendReadyMade(request: FastifyRequest, reply: FastifyReply, { etag, plain, encoded }: ReadyMade<unknown>): void {
  const encoding = encoded && encodingFor(request.headers['accept-encoding'])
  const { bytes, headers, unchanged } = encoding ? encoded[encoding] : plain
  if (namesTag(request.headers['if-none-match'], etag)) reply.sendBytes(304, unchanged, '')
  else reply.sendBytes(200, headers, bytes)
}

/** An answer to one request alone, that nobody may keep. */
export class MadeNow<Body> {
  /** Only for the compiler: which body it is the JSON of. */
  declare readonly body: Body
  readonly bytes: Buffer | string

  private constructor(bytes: Buffer | string) {
    this.bytes = bytes
  }

  static of<Body>(body: Body): MadeNow<Body> {
    return new MadeNow(sendableText(JSON.stringify(body)))
  }

  /** Of JSON that Postgres put together: reading rows only to write them again takes three times as long. No schema looks at it: its tests have to. */
  static ofJson<Body>(json: Buffer): MadeNow<Body> {
    return new MadeNow(sendable(json))
  }
}

const USUAL = [...JSON_TYPE, 'cache-control', 'no-store', 'vary', 'Origin'] as const

export function sendMadeNow(reply: FastifyReply, { bytes }: MadeNow<unknown>): void {
  reply.sendBytes(200, [...USUAL, 'content-length', String(bytes.length)], bytes)
}
