import { isDeepStrictEqual } from 'node:util'
import { apiError } from '@academy/contract'
import { z } from 'zod'
import { type FuzzedEndpoint, fuzzedEndpoints } from './endpoints.ts'
import type { Canary } from './fixture.ts'
import type { Plan } from './plans.ts'
import type { RawResponse } from './send.ts'

/** Stack traces, errors of the database and other internals. */
const INTERNALS = /node_modules|\.ts:\d|\bat \S+ \(\S+:\d+|PostgresError|Failed query|ECONNREFUSED/

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether a JSON text matches a schema and has no other fields. */
function fits(schema: z.ZodType, text: string): boolean {
  const body = parsed(text)
  const result = schema.safeParse(body)
  return result.success && isDeepStrictEqual(JSON.parse(JSON.stringify(result.data)), body)
}

const patterns = fuzzedEndpoints.map((endpoint) => ({
  endpoint,
  path: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** Returns the endpoint of a request; undefined for unknown paths. */
function endpointAt(method: string, url: string): FuzzedEndpoint | undefined {
  const [path = ''] = url.split('?', 1)
  return patterns.find((one) => one.endpoint.method === method && one.path.test(path))?.endpoint
}

/** Returns the problems of a response. */
export function faultsOf({ actor, method, url }: Plan, { status, headers, text }: RawResponse, canaries: readonly Canary[]): string[] {
  const faults: string[] = []
  if (status >= 500) faults.push(`${status}: ${text.slice(0, 300)}`)
  if (INTERNALS.test(text)) faults.push('the response exposes internals')
  for (const { text: canary, owner, seenBy } of canaries)
    if (!seenBy.includes(actor) && text.includes(canary)) faults.push(`${actor} received private data of ${owner}`)

  // Node itself refuses headers of more than 16 kB, including the URL
  if (status === 431 && url.length > 5_000 && fits(apiError, text)) return faults
  const endpoint = endpointAt(method, url)
  const declared = endpoint?.responses[String(status)]
  if (status === 204) {
    if (text !== '' || declared === undefined) faults.push('a 204 that was not declared, or has a body')
  } else if (declared instanceof z.ZodType && status < 400) {
    if (!fits(declared, text)) faults.push(`the response does not match the contract: ${text.slice(0, 300)}`)
  } else if (status >= 400) {
    if (!fits(apiError, text)) faults.push(`${status} without the error body of the contract: ${text.slice(0, 300)}`)
    if (endpoint && declared === undefined && status !== 404) faults.push(`${status} is not declared`)
  } else if (endpoint && status !== 304) faults.push(`${status} is not declared`)

  if (headers['x-content-type-options'] !== 'nosniff') faults.push('the security headers are missing')
  if (headers['access-control-allow-origin'] !== undefined) faults.push('pages of other origins may read the response')
  return faults
}
