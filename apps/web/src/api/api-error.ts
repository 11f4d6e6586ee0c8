import type { ApiErrorBody, ApiErrorCode } from '@academy/contract'

/** What the server said (`ApiErrorCode`), or what happened before it could say anything. */
export type ApiFailure = ApiErrorCode | 'no_session' | 'session_expired' | 'network' | 'timeout' | 'unreadable'

type Details = {
  /** HTTP status; 0 when there was no answer at all. */
  status: number
  code: ApiFailure
  /** Text for people; says what to do where the server knows it. */
  message: string
  /** The reason phrase of the status line. */
  statusText?: string | undefined
  requestId?: string | undefined
  /** Refused inputs by path, each with its reason (400 only). */
  fields?: Record<string, string> | undefined
  /** Seconds the server asked us to wait. */
  retryAfter?: number | undefined
}

/** The one error of every product API call. Features choose their own words for it; `message` is what the server said. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiFailure
  readonly statusText: string
  readonly requestId: string | undefined
  readonly fields: Record<string, string>
  readonly retryAfter: number | undefined

  constructor(details: Details, options?: ErrorOptions) {
    super(details.message, options)
    this.status = details.status
    this.code = details.code
    this.statusText = details.statusText || reasonPhrases[details.status] || ''
    this.requestId = details.requestId
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
  }

  /** The same failure in the words of a feature's text catalogue. */
  withMessage(message: string): ApiError {
    return new ApiError({ ...this, message }, { cause: this })
  }
}

/** Whether only a new sign-in can help: no session, or one that the server refused twice (D-19, D-110). */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export const noSession = () => new ApiError({ status: 401, code: 'no_session', message: 'No access token available' })
export const sessionExpired = () => new ApiError({ status: 401, code: 'session_expired', message: 'Session expired' })

/** What `fetch` threw: our own time limit, or no connection. A caller's own abort is passed on as it is. */
export function unanswered(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause.name === 'AbortError') return cause
  if (cause.name === 'TimeoutError') {
    return new ApiError({ status: 0, code: 'timeout', message: 'The academy takes too long to answer. Try again in a moment.' }, { cause })
  }
  return new ApiError(
    { status: 0, code: 'network', message: 'The academy cannot be reached. Check your connection and try again.' },
    { cause },
  )
}

/** Makes the error of an answer that is not a success, whatever its body turned out to be (a proxy may have sent it). */
export function refusal(reply: { status: number; statusText?: string; body: unknown; headers: Headers }): ApiError {
  const body: Partial<ApiErrorBody> = typeof reply.body === 'object' && reply.body !== null ? reply.body : {}
  return new ApiError({
    status: reply.status,
    statusText: reply.statusText,
    code: body.code ?? (reply.status === 401 ? 'unauthenticated' : reply.status < 500 ? 'invalid_request' : 'internal'),
    message: body.error || body.message || 'Something went wrong on our side. Try again in a moment.',
    requestId: body.request_id,
    fields: body.fields,
    retryAfter: secondsOf(reply.headers.get('retry-after')),
  })
}

/** `Retry-After` as seconds; it may also be a date. */
function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** HTTP/2 has no reason phrases, but ERR-38 shows one (D-106). */
const reasonPhrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
