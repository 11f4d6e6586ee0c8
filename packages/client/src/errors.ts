import type { ApiErrorCode } from './academy-client.ts'

/** The API's code, or `invalid_response` for a response that is not from the API, for example the page of a proxy. */
export type AcademyErrorCode = ApiErrorCode | 'invalid_response'

type Details = {
  status: number
  code: AcademyErrorCode
  message: string
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
}

/** The API refused a call. `message` says what to do about it. */
export class AcademyError extends Error {
  override readonly name = 'AcademyError'
  /** HTTP status. */
  readonly status: number
  readonly code: AcademyErrorCode
  /** The reason for each refused input, by its path: with status 400, and `updated_at` with 409 after a change elsewhere. */
  readonly fields: Record<string, string>
  /** The id of the request in the logs of the academy. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined

  constructor({ status, code, message, fields, requestId, retryAfter }: Details, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.fields = fields ?? {}
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** The academy could not be reached, or the connection broke. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** A call, with its retries, took longer than `timeoutMs`. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}
