import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, urlNotFound } from '../../../http/errors.ts'
import { LoadingCache } from '../../../loading-cache.ts'
import { byteRange } from './byte-range.ts'
import { fileBytes } from './file-bytes.ts'
import { fileLinks } from './file-links.ts'
import { type PublishedFile, publishedContent } from './published-content.store.ts'

const MAX_CACHED_FILES = 20_000
const YEAR_S = 31_536_000
/** Clients may read a video for hours; `connectionTimeout` ends those that stop reading. */
const DAY_MS = 86_400_000
const isHash = /^[0-9a-f]{64}$/

/** The Content-Security-Policy of a file that is opened directly: no script, request or form, even if the sanitizer missed something. */
const FILE_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

/**
 * Serves copied files to elements that cannot send a bearer token. Files of free tutorials and of a course's intro need only their URL, all
 * others a key that came with the page. Not in the contract, because browsers request them.
 */
export async function fileRoutes(app: FastifyInstance): Promise<void> {
  const published = publishedContent(app.db)
  const links = fileLinks(app.config.fileSigningKey)
  const files = new LoadingCache<PublishedFile>({ max: MAX_CACHED_FILES })
  const bytesOf = fileBytes(published.fileBytes)
  // Access to a file may change; its bytes never do.
  app.onPublished(() => files.clear())

  /** Loads a file that is not cached. Clients over the limit of failed requests need a valid key. */
  const loadFile = async (request: FastifyRequest, hash: string, checkKey: () => string) => {
    if (checkKey() !== 'valid') await app.limit.publicRoutesUncounted(request)
    return await files.get(hash, () => published.file(hash))
  }

  type FileRequest = { Params: { hash: string }; Querystring: { key?: unknown } }
  app.get<FileRequest>('/api/files/:hash', { handlerTimeout: DAY_MS }, async (request, reply) => {
    const { hash } = request.params
    const { key } = request.query
    const checkKey = () => links.check(hash, typeof key === 'string' ? key : '', new Date())
    const file = files.peek(hash) ?? (isHash.test(hash) ? await loadFile(request, hash, checkKey) : undefined)
    const access = file?.open ? 'open' : checkKey()
    if (!file || access === 'forged' || access === 'expired') {
      // Only failed requests count, so a page with many pictures is not limited.
      await app.limit.publicRoutes(request)
      if (access === 'expired') throw new HttpError(403, 'forbidden', 'This address has expired. Open the page again.')
      throw urlNotFound()
    }

    const { type, size, open } = file
    const etag = `"${hash.slice(0, 32)}"`
    const headers = {
      etag,
      // Shared caches must not store locked files.
      'cache-control': `${open ? 'public' : 'private'}, max-age=${YEAR_S}, immutable`,
      'content-security-policy': FILE_CSP,
      'x-content-type-options': 'nosniff',
      // The web app may be on another site than the API (PUBLIC_API_URL). The URL alone gives access to the bytes.
      'cross-origin-resource-policy': 'cross-origin',
    }
    if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send()
    const { 'if-range': ifRange, range: rangeHeader } = request.headers
    const range = ifRange === undefined || ifRange === etag ? byteRange(rangeHeader, size) : undefined
    reply.header('accept-ranges', 'bytes')
    if (range === 'beyond') return reply.code(416).headers(headers).header('content-range', `bytes */${size}`).type(type).send('')
    const sent = range ?? { from: 0, to: size - 1 }
    // Read before the headers are sent, so that a failure still gets a status.
    const bytes = request.method === 'HEAD' ? Readable.from([]) : await bytesOf({ hash, size }, sent)
    if (bytes === undefined) throw urlNotFound()
    // A PDF opens in the browser's viewer, not in a frame of our origin.
    if (type === 'application/pdf') reply.header('content-disposition', 'attachment')
    if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`)
    reply.type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    return reply.headers({ ...headers, 'content-length': sent.to + 1 - sent.from }).send(bytes)
  })
}
