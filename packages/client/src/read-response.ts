import { AcademyError, type AcademyErrorCode } from './errors.ts'

type ErrorBody = {
  error?: string
  message?: string
  code?: AcademyErrorCode
  fields?: Record<string, string>
  request_id?: string
  /** The property of the response of `/api/ready` while the API cannot serve requests. */
  status?: 'not_ready'
}

/** Returns the body of a successful response: parsed JSON, or a file unchanged. Throws `AcademyError` for other responses. */
export async function readResponse(response: Response): Promise<unknown> {
  if (response.ok && response.headers.get('content-type') === 'application/zip') return await response.blob()
  const text = await response.text()
  if (response.status === 204) return undefined
  const body = parseJson(response, text)
  if (response.ok && body !== undefined) return body
  throw errorOf(response, body)
}

/** Returns the parsed body; undefined unless it is JSON. */
function parseJson(response: Response, text: string): unknown {
  if (!/^application\/(.+\+)?json\b/.test(response.headers.get('content-type') ?? '')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorOf(response: Response, body: unknown): AcademyError {
  const { status, headers } = response
  const { error, message, code, fields, request_id, status: readiness }: ErrorBody = typeof body === 'object' && body !== null ? body : {}
  const details = { status, fields, requestId: request_id ?? headers.get('x-request-id') ?? undefined, retryAfter: retryAfterOf(headers) }
  if (code !== undefined) return new AcademyError({ ...details, code, message: error ?? message ?? `The academy answered ${status}.` })
  if (readiness === 'not_ready')
    return new AcademyError({ ...details, code: 'unavailable', message: 'The academy is not ready. Try again soon.' })
  return new AcademyError({ ...details, code: 'invalid_response', message: explainInvalid(response) })
}

function explainInvalid({ status, headers }: Response): string {
  const location = headers.get('location')
  if (location !== null) return `The academy's address redirects to ${location}. Use the academy's own address instead.`
  // browsers hide the target of a redirect
  if (status === 0) return "The academy's address redirects. Use the academy's own address instead."
  return `The response with status ${status} is not from an academy. Check that baseUrl is its address.`
}

/** Returns `Retry-After`, a number or a date, in seconds. */
function retryAfterOf(headers: Headers): number | undefined {
  const header = headers.get('retry-after')
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
