import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import { Refusal } from '../../../plugins/errors.ts'
import { Kept } from '../kept.ts'
import { type PublishedFile, publishedContent } from '../published-content.store.ts'
import { byteRange } from './byte-range.ts'
import { fileLinks } from './file-links.ts'

/** Room for two of the largest files and many pictures. */
const CACHED_BYTES = 64 * 1024 * 1024
const YEAR_S = 31_536_000

/** A file opened on its own does nothing: no script, no request, no form, even if the cleaning had overlooked something. */
const nothingRuns = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

/**
 * Copied pictures, videos, captions, sounds and PDFs, for elements that cannot send a bearer token: those of free tutorials and of a course's intro for
 * whoever has their address, all others with a key that was handed out with the page. Not in the
 * contract: browsers ask for them, no client of ours does.
 */
export async function fileRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const published = publishedContent(app.db)
  const links = fileLinks(config.fileSigningKey)
  const files = new Kept<PublishedFile>(CACHED_BYTES, ({ bytes }) => bytes.length)
  app.onPublished(() => files.forget())

  app.get<{ Params: { hash: string }; Querystring: { key?: unknown } }>('/api/files/:hash', async (request, reply) => {
    const { hash } = request.params
    const file = /^[0-9a-f]{64}$/.test(hash) ? (files.peek(hash) ?? (await files.load(hash, () => published.file(hash)))) : undefined
    const { key } = request.query
    const verdict = file?.open ? 'open' : links.check(hash, typeof key === 'string' ? key : '', new Date())
    if (!file || verdict === 'forged' || verdict === 'expired') {
      // Whoever guesses is counted; a page with many pictures is not.
      await app.limit.publicRoutes(request)
      if (verdict === 'expired') throw new Refusal(403, 'forbidden', 'This address has expired. Open the page again.')
      throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    }
    const etag = `"${hash.slice(0, 32)}"`
    reply.headers({
      etag,
      // What is locked must not stay in caches that others share.
      'cache-control': `${file.open ? 'public' : 'private'}, max-age=${YEAR_S}, immutable`,
      'content-security-policy': nothingRuns,
      'x-content-type-options': 'nosniff',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.header('accept-ranges', 'bytes')
    const { 'if-range': sameAs, range: asked } = request.headers
    const range = sameAs === undefined || sameAs === etag ? byteRange(asked, file.bytes.length) : undefined
    if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${file.bytes.length}`).type(file.type).send('')
    // A paper is read in whatever its reader likes, not in a frame of our address.
    if (file.type === 'application/pdf') reply.header('content-disposition', 'attachment')
    reply.type(file.type.startsWith('text/') ? `${file.type}; charset=utf-8` : file.type)
    if (!range) return reply.send(file.bytes)
    reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${file.bytes.length}`)
    return reply.send(file.bytes.subarray(range.from, range.to + 1))
  })
}
