import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { HttpError, invalidField } from './errors.ts'

/** In bytes. Few prompts and notes are longer. */
export const LARGE_BODY = 64 * 1024

/** Matches the escape of a surrogate. In UTF-8 only an escape can express one without the other half of its pair. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/

/** Returns the field with half of a surrogate pair in its value or in a key below it, or `body`. Undefined if all texts are whole. */
function fieldWithHalfCharacter(body: unknown): string | undefined {
  const rest: { path: string; value: unknown }[] = [{ path: '', value: body }]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && !value.isWellFormed()) return path || 'body'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, item] of Object.entries(value)) {
      if (!key.isWellFormed()) return path || 'body'
      rest.push({ path: path ? `${path}.${key}` : key, value: item })
    }
  }
}

/**
 * Replaces Fastify's parser of JSON bodies by one that limits the large bodies of each account, and refuses what Postgres would store as “�”:
 * other encodings than UTF-8, which some clients send, such as PowerShell 5, and halves of characters, which cut emoji leave behind.
 */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Some clients name the content type of every request, such as Python's with default headers.
    if (request.method === 'DELETE' && body.length === 0) return done(null)
    if (!isUtf8(body)) return done(new HttpError(400, 'invalid_request', 'The request body is not in UTF-8. Send it in UTF-8.'))
    const parseBody = () => {
      const json = body.toString()
      void parse(request, json, (error, parsed) => {
        const field = error === null && ESCAPED_SURROGATE.test(json) ? fieldWithHalfCharacter(parsed) : undefined
        if (field === undefined) done(error, parsed)
        else done(invalidField(field, `${field} has half of a character, such as an emoji that was cut. Remove it, or send it whole.`))
      })
    }
    if (body.length > LARGE_BODY) app.limit.largeBodies(request).then(parseBody, done)
    else parseBody()
  })
}
