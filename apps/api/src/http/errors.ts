import type { Socket } from 'node:net'
import type { ApiErrorBody, ApiErrorCode } from '@academy/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isConflict, isDatabaseOutage, isOfErasedAccount } from '../database/database-errors.ts'

/** An error response: thrown anywhere in a request, sent by the root error handler. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly headers: Record<string, string>
  /** A message for each invalid field of the request, by the field's name. */
  readonly fields: Record<string, string> | undefined

  constructor(status: number, code: ApiErrorCode, message: string, headers: Record<string, string> = {}, fields?: Record<string, string>) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
    this.fields = fields
  }
}

/** Builds the error body that all endpoints share. `message` tells users what to do. */
function errorBody(request: FastifyRequest, code: ApiErrorCode, message: string, fields?: Record<string, string>): ApiErrorBody {
  return { success: false, error: message, message, code, ...(fields ? { fields } : {}), request_id: request.id }
}

/** Returns a 400 for one invalid field of the request. */
export const invalidField = (name: string, message: string) => new HttpError(400, 'invalid_request', message, {}, { [name]: message })

/** Returns a 409 for a request that does not fit the present state. */
export const conflict = (message: string, fields?: Record<string, string>) => new HttpError(409, 'conflict', message, {}, fields)

/** Returns the value unless it is undefined. @throws HttpError 404 otherwise; `what` names the value in the message: "Course not found". */
export function orNotFound<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new HttpError(404, 'not_found', `${what} not found`)
  return value
}

/** Returns a 404 for an unknown URL, or for one whose existence the caller may not learn. */
export const urlNotFound = () => new HttpError(404, 'not_found', 'There is nothing at this address.')

/** The header that asks clients to repeat a request after five seconds. */
export const RETRY_SOON = { 'retry-after': '5' }

const unavailable = () =>
  new HttpError(503, 'unavailable', 'The academy is not available at the moment. Please try again soon.', RETRY_SOON)

/** Returns the error response for an error. Never contains the message of another error, which may contain paths, SQL or data. */
function toHttpError(error: unknown, { raw, routeOptions }: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  // The client left while it sent the body, and receives no response.
  if (raw.destroyed && !raw.complete) return new HttpError(400, 'invalid_request', 'The request ended before its body had arrived.')
  if (isDatabaseOutage(error) || isConflict(error)) return unavailable()
  if (isOfErasedAccount(error))
    return new HttpError(401, 'unauthenticated', 'This account was deleted.', { 'www-authenticate': 'Bearer error="invalid_token"' })
  const { statusCode, code } = error instanceof Error ? (error as { statusCode?: unknown; code?: unknown }) : {}
  switch (statusCode) {
    case 404:
    case 414:
      return urlNotFound()
    case 413:
      return new HttpError(413, 'too_large', `The request body is larger than ${routeOptions.bodyLimit / 1024} kB. Send less at once.`)
    case 415:
      return new HttpError(415, 'unsupported_media_type', 'Send the request body as JSON, with content-type: application/json.')
    case 503:
      if (code === 'FST_ERR_HANDLER_TIMEOUT')
        return new HttpError(503, 'unavailable', 'This takes too long at the moment. Please try again soon.', RETRY_SOON)
      return unavailable()
  }
  if (code === 'FST_ERR_BAD_URL') return new HttpError(400, 'invalid_request', 'The address contains an encoding that cannot be read.')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new HttpError(400, 'invalid_request', 'The request cannot be read. Send a well-formed JSON body.')
  }
  return new HttpError(500, 'internal', 'Something went wrong on our side. Please try again.')
}

/**
 * Discards the rest of a body that is too large, for as long as a request may take: most clients read the response only after they have sent
 * everything, and lose it when the connection closes before.
 */
function discardBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.shouldKeepAlive = true
  request.raw.resume()
}

/** Responds to a failed request in the one error shape; logs unexpected errors in full. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const httpError = toHttpError(error, request)
  // the code that throws an HttpError logs the reason where necessary
  if (httpError.status >= 500 && httpError !== error)
    request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed')
  if (httpError.status === 413) discardBody(request, reply)
  return reply
    .code(httpError.status)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...httpError.headers })
    .type('application/json; charset=utf-8')
    .send(errorBody(request, httpError.code, httpError.message, httpError.fields))
}

/** The responses to requests that Node's HTTP parser rejects, by the code of its error. */
const invalidHttpResponses: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time. Please send it again.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large. Send less than 16 kB of them.'],
}

/** Responds to invalid or incomplete HTTP. Writes to the socket, because Fastify has no request yet. */
export function respondToInvalidHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const [status, message] = invalidHttpResponses[error.code ?? ''] ?? [
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
