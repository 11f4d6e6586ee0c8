import { isDeepStrictEqual } from 'node:util'
import { apiError } from '@academy/contract'
import { strFromU8, unzipSync } from 'fflate'
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

/** Returns the texts of all files in a zip file; undefined for bytes that are no zip file, or an empty one. */
function unzipped(body: Buffer): string | undefined {
  try {
    return Object.values(unzipSync(body))
      .map((file) => strFromU8(file))
      .join('\n')
  } catch {
    return undefined
  }
}

/** Returns the content type that the contract declares for a response that is a file; undefined for other responses. */
const fileTypeOf = (declared: unknown): string | undefined => {
  const { contentType } = Object(declared) as { contentType?: unknown }
  return typeof contentType === 'string' ? contentType : undefined
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
export function faultsOf(
  { actor, method, url }: Plan,
  { status, headers, body, text }: RawResponse,
  canaries: readonly Canary[],
): string[] {
  const faults: string[] = []
  if (status >= 500) faults.push(`${status}: ${text.slice(0, 300)}`)
  // files in a zip file are compressed, so that secrets in them are found only unpacked
  const content = headers['content-type'] === 'application/zip' ? (unzipped(body) ?? '') : text
  if (INTERNALS.test(content)) faults.push('the response exposes internals')
  for (const { text: canary, owner, seenBy } of canaries)
    if (!seenBy.includes(actor) && content.includes(canary)) faults.push(`${actor} received private data of ${owner}`)

  // Node itself refuses headers of more than 16 kB, including the URL
  if (status === 431 && url.length > 5_000 && fits(apiError, text)) return faults
  const endpoint = endpointAt(method, url)
  const declared = endpoint?.responses[String(status)]
  if (status === 204) {
    if (text !== '' || declared === undefined) faults.push('a 204 that was not declared, or has a body')
  } else if (declared instanceof z.ZodType && status < 400) {
    if (!fits(declared, text)) faults.push(`the response does not match the contract: ${text.slice(0, 300)}`)
  } else if (fileTypeOf(declared) !== undefined) {
    if (headers['content-type'] !== fileTypeOf(declared)) faults.push(`the content type is ${headers['content-type']}`)
    if (headers['content-type'] === 'application/zip' && !content) faults.push('the zip file does not unpack')
  } else if (status >= 400) {
    if (!fits(apiError, text)) faults.push(`${status} without the error body of the contract: ${text.slice(0, 300)}`)
    if (endpoint && declared === undefined && status !== 404) faults.push(`${status} is not declared`)
  } else if (endpoint && status !== 304) faults.push(`${status} is not declared`)

  if (headers['x-content-type-options'] !== 'nosniff') faults.push('the security headers are missing')
  if (headers['access-control-allow-origin'] !== undefined) faults.push('pages of other origins may read the response')
  return faults
}
