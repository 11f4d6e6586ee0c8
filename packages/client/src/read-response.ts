import { AcademyError, type AcademyErrorCode } from './errors.ts'
import { hasShape, type Shape } from './response-shape.ts'

/** The largest response that is read, so that an endless one does not fill the memory. */
const MAX_MEGABYTES = 64

type ErrorBody = {
  error?: string
  message?: string
  code?: AcademyErrorCode
  fields?: Record<string, string>
  request_id?: string
}

/** Returns the body of a successful response: parsed JSON of the given shape, or a file unchanged. Throws `AcademyError` for other responses. */
export async function readResponse(response: Response, shape: Shape | undefined): Promise<unknown> {
  const content = await readContent(response)
  if (response.ok && response.headers.get('content-type') === 'application/zip') return content
  if (response.status === 204) return undefined
  const body = parseJson(response, await content.text())
  if (response.ok && body !== undefined && (shape === undefined || hasShape(body, shape))) return body
  throw errorOf(response, body)
}

/** Reads the content of a response. Throws `AcademyError` for a larger one than `MAX_MEGABYTES`. */
async function readContent(response: Response): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let remaining = MAX_MEGABYTES * 1024 * 1024
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    parts.push(part.value)
    remaining -= part.value.length
    if (remaining >= 0) continue
    await reader?.cancel()
    throw errorOf(response, undefined, `The response is larger than ${MAX_MEGABYTES} MB. Check that baseUrl is the address of an academy.`)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
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

/** Returns the error body of the API; an empty one for a response that is not from the API. */
function errorBodyOf(body: unknown): ErrorBody {
  if (!hasShape(body, { code: 's' })) return {}
  const { error, message, fields, request_id } = body as Record<string, unknown>
  const texts = [error, message, request_id, ...Object.values(fields ?? {})]
  return texts.every((text) => text === undefined || typeof text === 'string') ? (body as ErrorBody) : {}
}

function errorOf(response: Response, body: unknown, invalid = explainInvalid(response)): AcademyError {
  const { status, headers } = response
  const { error, message, code, fields, request_id } = errorBodyOf(body)
  const details = { status, fields, requestId: request_id ?? headers.get('x-request-id') ?? undefined, retryAfter: retryAfterOf(headers) }
  if (code !== undefined && !response.ok)
    return new AcademyError({ ...details, code, message: error ?? message ?? `The academy answered ${status}.` })
  // a proxy in front of an academy answers for it, with a page of its own; `/api/ready` has a body of its own
  if (status >= 500) return new AcademyError({ ...details, code: 'unavailable', message: 'The academy is not ready. Try again soon.' })
  if (status === 429) return new AcademyError({ ...details, code: 'rate_limited', message: 'Too many requests. Try again later.' })
  return new AcademyError({ ...details, code: 'invalid_response', message: invalid })
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
