import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid } from './auth-error.ts'

/** A text field. The provider treats a missing field, null and '' alike. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const badJson = (why: string): AuthError => new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${why}`)

/** Parses the body as JSON, with any content type, and by a schema. Ignores unknown fields unless the schema is strict. Throws an AuthError for an invalid body. */
export const readBody = <Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> => {
  let body: unknown
  try {
    body = JSON.parse(String(request.body || ''))
  } catch {
    throw badJson(request.body ? 'invalid character' : 'unexpected end of JSON input')
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw badJson(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '))
  return parsed.data
}

/** Returns a query parameter; the first value if it was sent twice. */
export const queryValue = (request: FastifyRequest, name: string): string | undefined => {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  return Array.isArray(value) ? value[0] : value
}

const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Returns an email address in lower case. Throws an AuthError for an invalid one. */
export const readEmail = (email: string): string => {
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  if (!EMAIL.test(email)) throw invalid('Unable to validate email address: invalid format')
  return email.toLowerCase()
}

/**
 * Returns the URL that a mailed link should redirect to, if the client requested one. Throws an AuthError for a client of the PKCE flow, which
 * the academy does not use and the stand-in does not support.
 */
export const readRedirect = (request: FastifyRequest, { code_challenge }: { code_challenge: string }): string | undefined => {
  if (code_challenge !== '') throw invalid('The stand-in does not support the PKCE flow')
  return queryValue(request, 'redirect_to')
}
