type Code =
  | 'unauthorized'
  | 'object_not_found'
  | 'validation_error'
  | 'missing_version'
  | 'invalid_json'
  | 'invalid_request_url'
  | 'workspace_block_limit_reached'
  | 'rate_limited'
  | 'conflict_error'
  | 'internal_server_error'
  | 'service_unavailable'

/** An error response of Notion's API. */
export class NotionError extends Error {
  readonly status: number
  readonly code: Code
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: Code, message: string, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const invalid = (message: string) => new NotionError(400, 'validation_error', message)

export const notFound = (kind: 'block' | 'page' | 'database' | 'data source' | 'file upload', id: string) =>
  new NotionError(
    404,
    'object_not_found',
    `Could not find ${kind.replace(' ', '_')} with ID: ${id}. Make sure the relevant pages and databases are shared with your integration.`,
  )

/** Builds Notion's error body. */
export const errorBody = (error: Pick<NotionError, 'status' | 'code' | 'message'>, requestId: string) => ({
  object: 'error',
  status: error.status,
  code: error.code,
  message: error.message,
  request_id: requestId,
})

/** Converts Postgres errors that Notion has error codes for. Other errors are bugs of the stand-in. */
export function fromDatabaseError(code: string): NotionError | undefined {
  // lock timeout, deadlock, serialization failure: concurrent writers of one page
  if (['55P03', '40P01', '40001'].includes(code)) {
    return new NotionError(409, 'conflict_error', 'Conflict occurred while saving. Please try again.')
  }
  // Postgres cannot store NUL or unpaired surrogates
  if (['22P05', '22P02', '22021'].includes(code)) return invalid('body failed validation: body contains text that is not valid Unicode.')
  return undefined
}
