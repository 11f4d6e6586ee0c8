import type { Socket } from 'node:net'
import type { ApiErrorBody, ApiErrorCode } from '@academy/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isDatabaseOutage, isOfErasedAccount } from './database.ts'
import { allowedMethods } from './known-paths.ts'

/** An answer that a hook or plugin gives instead of the endpoint's: thrown there, sent by the root error handler. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: ApiErrorCode
  readonly headers: Record<string, string>
  readonly fields: Record<string, string> | undefined

  constructor(status: number, code: ApiErrorCode, message: string, headers: Record<string, string> = {}, fields?: Record<string, string>) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
    this.fields = fields
  }
}

/** Builds the one error body of the API; `message` is for people and says what to do. */
export function errorBody(request: FastifyRequest, code: ApiErrorCode, message: string, fields?: Record<string, string>): ApiErrorBody {
  return { success: false, error: message, message, code, ...(fields ? { fields } : {}), request_id: request.id }
}

export const RETRY_SOON = { 'retry-after': '5' }

/** What a failure looks like from outside. Only texts of our own leave the house, as others may hold paths, SQL or data. */
function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseOutage(error))
    return new Refusal(503, 'unavailable', 'The academy is not available at the moment. Please try again soon.', RETRY_SOON)
  if (isOfErasedAccount(error))
    return new Refusal(401, 'unauthenticated', 'This account was deleted.', { 'www-authenticate': 'Bearer error="invalid_token"' })
  const { statusCode, code } = error instanceof Error ? (error as { statusCode?: unknown; code?: unknown }) : {}
  switch (statusCode) {
    case 404:
      return new Refusal(404, 'not_found', 'There is nothing at this address.')
    case 413:
      return new Refusal(413, 'too_large', 'The request body is larger than 512 kB. Send less at once.')
    case 414:
      return new Refusal(404, 'not_found', 'There is nothing at this address.')
    case 415:
      return new Refusal(415, 'unsupported_media_type', 'Send the request body as JSON, with content-type: application/json.')
    case 503:
      return new Refusal(503, 'unavailable', 'The academy is not available at the moment. Please try again soon.', RETRY_SOON)
  }
  if (code === 'FST_ERR_BAD_URL') return new Refusal(400, 'invalid_request', 'The address contains an encoding that cannot be read.')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Refusal(400, 'invalid_request', 'The request cannot be read. Send a well-formed JSON body.')
  }
  return new Refusal(500, 'internal', 'Something went wrong on our side. Please try again.')
}

/**
 * Lets a client that sends too much send it, into nothing, for as long as a request may take: most read an answer only then, and a
 * connection that is closed before takes the answer with it.
 */
function readToTheEnd(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.shouldKeepAlive = true
  request.raw.resume()
}

/** Answers a failed request in the one error shape; failures of ours go to the log in full. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error)
  // Who refuses knows why, and has said so where it matters.
  if (refusal.status >= 500 && refusal !== error)
    request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed')
  if (refusal.status === 413) readToTheEnd(request, reply)
  return reply
    .code(refusal.status)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...refusal.headers })
    .type('application/json; charset=utf-8')
    .send(errorBody(request, refusal.code, refusal.message, refusal.fields))
}

const unreadable: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time. Please send it again.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large. Send less than 16 kB of them.'],
}

/**
 * The answer to bytes that are no HTTP request, or that never become a whole one: there is no request yet, so it is
 * written to the socket by hand.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const [status, message] = unreadable[error.code ?? ''] ?? [
      '400 Bad Request',
      'The request cannot be read. Send a well-formed HTTP request.',
    ]
    const body = JSON.stringify({ success: false, error: message, message, code: 'invalid_request' } satisfies ApiErrorBody)
    const head = [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${body.length}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none';frame-ancestors 'none'",
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}

/** The answer to a path that does not exist, or not with this method. */
function answerUnknownPath(app: FastifyInstance) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const allowed = allowedMethods(app, request.url)
    return answerError(
      allowed.length > 0
        ? new Refusal(405, 'method_not_allowed', `This address answers only to ${allowed.join(', ')}.`, { allow: allowed.join(', ') })
        : new Refusal(404, 'not_found', 'There is nothing at this address.'),
      request,
      reply,
    )
  }
}

/** The one root error handler and the answer to unknown paths. Register after the hooks that shall run for them as well. */
export const errors = fp(
  async (app) => {
    app.setErrorHandler(answerError)
    app.setNotFoundHandler({ preHandler: app.limit.publicRoutes }, answerUnknownPath(app))
  },
  { name: 'errors', dependencies: ['known-paths', 'limits'] },
)
