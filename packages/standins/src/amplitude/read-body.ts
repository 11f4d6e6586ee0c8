import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AmplitudeError } from './amplitude-error.ts'

const unpack = promisify(gunzip)

export const MAX_EVENT_BYTES = 1_000_000
/** Limit for an uncompressed replay batch; the vendor's library stays below it. */
export const MAX_REPLAY_BYTES = 10_000_000

/** A parsed body, with its encoding and its size in bytes without compression. */
export type ParsedBody = { json: unknown; encoding: 'gzip' | 'identity'; size: number }

const tooLarge = () => new AmplitudeError(413, 'Payload too large')

async function decompress(body: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body
  if (encoding !== 'gzip') throw new AmplitudeError(415, `Unsupported content encoding: ${encoding}`)
  try {
    return await unpack(body, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new AmplitudeError(400, 'The body is not gzip')
  }
}

/**
 * Parses the body as JSON for any content type, because beacons can only declare text. Decompresses gzip. `limitOf` returns the
 * size limit of the endpoint.
 */
export function registerBodyParser(app: FastifyInstance, limitOf: (request: FastifyRequest) => number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_REPLAY_BYTES },
    async (request: FastifyRequest, body: Buffer): Promise<ParsedBody> => {
      const limit = limitOf(request)
      const encoding = request.headers['content-encoding']
      const bytes = await decompress(body, encoding, limit)
      if (bytes.length > limit) throw tooLarge()
      try {
        return {
          json: JSON.parse(bytes.toString('utf8')) as unknown,
          encoding: encoding === 'gzip' ? 'gzip' : 'identity',
          size: bytes.length,
        }
      } catch {
        throw new AmplitudeError(400, 'Invalid JSON request body')
      }
    },
  )
}
