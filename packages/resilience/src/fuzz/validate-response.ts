import { isDeepStrictEqual } from 'node:util'
import { apiError } from '@academy/contract'
import { strFromU8, unzipSync } from 'fflate'
import { z } from 'zod'
import { parseJson } from '../invalid-response.ts'
import type { RawResponse } from './create-sender.ts'
import { type FuzzedEndpoint, fuzzedEndpoints } from './endpoints.ts'
import type { Canary } from './fixture.ts'
import type { GeneratedRequest } from './generated-requests.ts'

/** Stack traces, errors of the database and other internals. */
const INTERNALS = /node_modules|\.ts:\d|\bat \S+ \(\S+:\d+|PostgresError|Failed query|ECONNREFUSED/

/** Returns whether a JSON text matches a schema and has no fields that the schema does not declare. */
function matchesSchema(schema: z.ZodType, text: string): boolean {
  const body = parseJson(text)
  const result = schema.safeParse(body)
  return result.success && isDeepStrictEqual(JSON.parse(JSON.stringify(result.data)), body)
}

/** Returns the texts of all files in a zip file; undefined for bytes that are not a zip file, or an empty one. */
function textInZip(body: Buffer): string | undefined {
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
  return patterns.find(({ endpoint, path: pattern }) => endpoint.method === method && pattern.test(path))?.endpoint
}

/** Returns the problems of a response. */
export function findProblems(
  { actor, method, url }: GeneratedRequest,
  { status, headers, body, text }: RawResponse,
  canaries: readonly Canary[],
): string[] {
  const problems: string[] = []
  if (status >= 500) problems.push(`${status}: ${text.slice(0, 300)}`)
  // the text of compressed files can be searched only after unpacking
  const content = headers['content-type'] === 'application/zip' ? (textInZip(body) ?? '') : text
  if (INTERNALS.test(content)) problems.push('the response exposes internals')
  for (const { text: canary, owner, visibleTo } of canaries)
    if (!visibleTo.includes(actor) && content.includes(canary)) problems.push(`${actor} received private data of ${owner}`)

  // Node itself refuses headers of more than 16 kB, including the URL
  if (status === 431 && url.length > 5_000 && matchesSchema(apiError, text)) return problems
  const endpoint = endpointAt(method, url)
  const declared = endpoint?.responses[String(status)]
  if (status === 204) {
    if (text !== '' || declared === undefined) problems.push('a 204 that was not declared, or has a body')
  } else if (declared instanceof z.ZodType && status < 400) {
    if (!matchesSchema(declared, text)) problems.push(`the response does not match the contract: ${text.slice(0, 300)}`)
  } else if (fileTypeOf(declared) !== undefined) {
    if (headers['content-type'] !== fileTypeOf(declared)) problems.push(`the content type is ${headers['content-type']}`)
    if (headers['content-type'] === 'application/zip' && !content) problems.push('the zip file does not unpack')
  } else if (status >= 400) {
    if (!matchesSchema(apiError, text)) problems.push(`${status} without the error body of the contract: ${text.slice(0, 300)}`)
    if (endpoint && declared === undefined && status !== 404) problems.push(`${status} is not declared`)
  } else if (endpoint && status !== 304) problems.push(`${status} is not declared`)

  if (headers['x-content-type-options'] !== 'nosniff') problems.push('the security headers are missing')
  if (headers['access-control-allow-origin'] !== undefined) problems.push('pages of other origins may read the response')
  return problems
}
