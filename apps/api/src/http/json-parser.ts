import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

/**
 * Replaces Fastify's parser of JSON bodies by one that refuses other encodings than UTF-8. Fastify's own replaces their letters by “�”, and some
 * clients send Latin-1, such as PowerShell 5.
 */
export function requireUtf8Json(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) void parse(request, body.toString(), done)
    else done(new HttpError(400, 'invalid_request', 'The request body is not in UTF-8. Send it in UTF-8.'))
  })
}
