import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'
type Headers = Readonly<Record<string, string>>
/** A body in one encoding, with the headers of its 200 and of its 304. */
type Encoded = Readonly<{ bytes: Buffer; headers: Headers; unchanged: Headers }>

/** Higher qualities take many times as long for a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

function encoded(bytes: Buffer, etag: string, vary: string, type: Headers, encoding?: Encoding): Encoded {
  const unchanged = {
    // A weak tag names the same content in other bytes.
    etag: encoding ? `W/${etag}` : etag,
    // Browsers may keep it, and must revalidate each time: access may have ended.
    'cache-control': 'private, no-cache',
    vary,
  }
  const content = {
    ...type,
    'content-length': String(bytes.length),
    ...(encoding && { 'content-encoding': encoding }),
  }
  return { bytes, headers: { ...unchanged, ...content }, unchanged }
}

const VARY = 'Origin, Authorization'

const tagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`

/** A response body that is serialized once for many requests, with its ETag and headers. The caller has validated it against the contract. */
export class CachedResponse<Body> {
  /** Exists for the compiler only: the type of the serialized body. */
  declare readonly body: Body
  readonly etag: string
  readonly plain: Encoded
  readonly compressed: Readonly<Record<Encoding, Encoded>> | undefined

  private constructor(etag: string, plain: Encoded, compressed?: Record<Encoding, Encoded>) {
    this.etag = etag
    this.plain = plain
    this.compressed = compressed
  }

  static of<Body>(body: Body): CachedResponse<Body> {
    const json = Buffer.from(JSON.stringify(body))
    const etag = tagOf(json)
    return new CachedResponse(etag, encoded(json, etag, VARY, JSON_TYPE))
  }

  /** Offers bytes for saving, under a name of letters, digits, `-` and `.`. */
  static ofFile<Body>(bytes: Buffer, { name, type }: { name: string; type: string }): CachedResponse<Body> {
    const etag = tagOf(bytes)
    return new CachedResponse(
      etag,
      encoded(bytes, etag, VARY, { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }),
    )
  }

  /** Compresses the body as well, once and off the main thread: for large bodies with many readers. */
  static async compressed<Body>(body: Body): Promise<CachedResponse<Body>> {
    const json = Buffer.from(JSON.stringify(body))
    const etag = tagOf(json)
    const vary = `${VARY}, Accept-Encoding`
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(json, BROTLI), promisify(gzip)(json)])
    return new CachedResponse(etag, encoded(json, etag, vary, JSON_TYPE), {
      br: encoded(br, etag, vary, JSON_TYPE, 'br'),
      gzip: encoded(gzipped, etag, vary, JSON_TYPE, 'gzip'),
    })
  }

  /** The memory that it takes, in bytes. */
  get size(): number {
    return this.plain.bytes.length
  }
}

/** Returns the best encoding that the client accepts. Clients that forbid one (`q=0`) are rare, and get none. */
function encodingFor(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? '')
  if (/;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accepted)) return undefined
  if (/(?:^|,)\s*br\b/.test(accepted)) return 'br'
  return /(?:^|,)\s*gzip\b/.test(accepted) ? 'gzip' : undefined
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))

/** The part of a ts-rest handler's argument that is needed here. */
type Exchange = {
  request: { headers: IncomingHttpHeaders }
  reply: { headers: (values: Record<string, string>) => unknown }
}

/** Returns what a handler of the contract returns, with the cached bytes as its body; 304 without a body if the client has them. */
export function sendCached<Body>({ request, reply }: Exchange, cached: CachedResponse<Body>): { status: 200; body: Body } {
  const encoding = cached.compressed && encodingFor(request.headers['accept-encoding'])
  const { bytes, headers, unchanged } = encoding && cached.compressed ? cached.compressed[encoding] : cached.plain
  const isUnchanged = matches(request.headers['if-none-match'], cached.etag)
  reply.headers(isUnchanged ? unchanged : headers)
  // The contract declares neither serialized bodies nor 304.
  return (isUnchanged ? { status: 304 } : { status: 200, body: bytes }) as unknown as { status: 200; body: Body }
}
