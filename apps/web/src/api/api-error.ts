import type { ApiErrorBody, ApiErrorCode } from '@academy/contract'
import { toast } from '../ui/toast.ts'

/** Why a call failed: an error code of the API, or a failure before or after the API's response. */
type ApiFailureCode = ApiErrorCode | 'no_session' | 'session_expired' | 'signed_out' | 'network' | 'timeout' | 'invalid_response'

type Details = {
  /** HTTP status; 0 without a response. */
  status: number
  code: ApiFailureCode
  /** Message for users. */
  message: string
  /** Whether `message` is a default text because the server sent none. */
  hasDefaultMessage?: boolean | undefined
  /** Reason phrase of the status line; empty over HTTP/2, which sends none. */
  statusText?: string | undefined
  requestId?: string | undefined
  /** Validation messages by field (status 400 only). */
  fields?: Record<string, string> | undefined
  /** Seconds to wait before the next attempt, from `Retry-After`. */
  retryAfter?: number | undefined
}

/** The error of every failed API call. `message` is the server's text; features may show their own. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiFailureCode
  readonly statusText: string
  readonly requestId: string | undefined
  readonly fields: Record<string, string>
  readonly retryAfter: number | undefined
  readonly hasDefaultMessage: boolean

  constructor(details: Details, options?: ErrorOptions) {
    super(details.message, options)
    this.status = details.status
    this.code = details.code
    this.statusText = details.statusText ?? ''
    this.requestId = details.requestId
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
    this.hasDefaultMessage = details.hasDefaultMessage ?? false
  }

  /** Returns a copy of the error with another message, which a requirement (ERR-*) prescribes. */
  withMessage(message: string): ApiError {
    return new ApiError({ ...this, message, hasDefaultMessage: false }, { cause: this })
  }
}

/** Returns whether the user has to sign in again: there is no session, or the server refused its token twice. */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Returns whether the account lacks the entitlement, for example because a subscription ended since the account was loaded. */
export function lacksEntitlement(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'entitlement_required'
}

/** Shows in a toast why a request failed. Shows none when the user has to sign in again: the app says that. */
export function toastFailure(title: string, error: unknown): void {
  if (needsSignIn(error)) return
  toast.error({ title, description: error instanceof ApiError ? error.message : 'Try again in a moment.' })
}

export const noSessionError = () => new ApiError({ status: 401, code: 'no_session', message: 'No access token available' })
export const sessionExpiredError = () => new ApiError({ status: 401, code: 'session_expired', message: 'Session expired' })
/** The error of a call whose user has signed out before the response arrived. */
export const signedOutError = () => new ApiError({ status: 401, code: 'signed_out', message: 'Signed out' })

/**
 * Returns the `ApiError` for what `fetch` threw: a timeout or a failed connection. Returns an `AbortError` unchanged, because the caller
 * cancelled the request.
 */
export function networkError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause.name === 'AbortError') return cause
  if (cause.name === 'TimeoutError') {
    return new ApiError(
      { status: 0, code: 'timeout', message: 'The academy is taking too long to respond. Try again in a moment.' },
      { cause },
    )
  }
  return new ApiError(
    { status: 0, code: 'network', message: "We can't reach the academy. Check your connection and try again." },
    { cause },
  )
}

/** Returns whether the server responded with an error. False if there was no response, or one that breaks the contract. */
export const isErrorResponse = (error: unknown): boolean =>
  error instanceof ApiError && error.status > 0 && error.code !== 'invalid_response'

/** Returns whether a change failed because of the version, which was changed elsewhere. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict' && 'updated_at' in error.fields

/** Returns whether the API may have saved a change: its response is lost, or the repeated change did not reach the first response. */
export const mayBeSaved = (error: unknown): boolean =>
  error instanceof ApiError &&
  (!isErrorResponse(error) || [401, 429].includes(error.status) || error.status >= 500 || error.code === 'idempotency_key_in_use')

/** Returns the error for a response with an error status. Accepts any body, because the response may come from a proxy. */
export function errorFromResponse(reply: { status: number; statusText?: string; body: unknown; headers: Headers }): ApiError {
  const body: Partial<ApiErrorBody> = Object(reply.body)
  // Some gateways send an object as the error.
  const message = [body.error, body.message].find((text) => text && typeof text === 'string')
  const isClientError = reply.status >= 400 && reply.status < 500
  return new ApiError({
    status: reply.status,
    statusText: reply.statusText,
    code: body.code ?? (reply.status === 401 ? 'unauthenticated' : isClientError ? 'invalid_request' : 'internal'),
    message: message || 'Something went wrong on our side. Try again in a moment.',
    hasDefaultMessage: !message,
    requestId: body.request_id,
    fields: body.fields,
    retryAfter: parseRetryAfter(reply.headers.get('retry-after')),
  })
}

/** Returns the error for a successful status whose body breaks the contract. */
export const invalidResponse = (status: number, cause: unknown): ApiError =>
  new ApiError(
    { status, code: 'invalid_response', message: "The academy sent a response that we couldn't read.", hasDefaultMessage: true },
    { cause },
  )

/** Parses `Retry-After`, in seconds or as a date, into seconds. */
function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
