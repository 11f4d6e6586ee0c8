import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/

/** Returns the request id of the caller or proxy if it is well-formed, otherwise a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const header = request.headers['x-request-id']
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : randomUUID()
}
