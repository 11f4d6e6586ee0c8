import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import { Refusal } from '../../../plugins/errors.ts'
import { Kept } from '../kept.ts'
import { type PublishedFile, publishedContent } from '../published-content.store.ts'
import { fileLinks } from './file-links.ts'

const CACHED_BYTES = 32 * 1024 * 1024
const YEAR_S = 31_536_000

/** A picture opened on its own does nothing: no script, no request, no form, even if the cleaning had overlooked something. */
const nothingRuns = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/**
 * Copied pictures, for <img>, which cannot send a bearer token: those of free tutorials for whoever has their address, all others with
 * a key that was handed out with the tutorial. Not in the contract: browsers ask for them, no client of ours does.
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
      if (verdict === 'expired') throw new Refusal(403, 'forbidden', 'This address has expired. Open the tutorial again.')
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
    return reply.type(file.type).send(file.bytes)
  })
}
