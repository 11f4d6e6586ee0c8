import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

/** In bytes. Few prompts and notes are longer. */
export const LARGE_BODY = 64 * 1024

/**
 * Replaces Fastify's parser of JSON bodies by one that limits the large bodies of each account, and refuses other encodings than UTF-8. Fastify's
 * own replaces their letters by “�”, and some clients send Latin-1, such as PowerShell 5.
 */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Some clients name the content type of every request, such as Python's with default headers.
    if (request.method === 'DELETE' && body.length === 0) return done(null)
    if (!isUtf8(body)) return done(new HttpError(400, 'invalid_request', 'The request body is not in UTF-8. Send it in UTF-8.'))
    const parseBody = () => void parse(request, body.toString(), done)
    if (body.length > LARGE_BODY) app.limit.largeBodies(request).then(parseBody, done)
    else parseBody()
  })
}
