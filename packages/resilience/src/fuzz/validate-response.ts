import { isDeepStrictEqual } from 'node:util'
import { apiError } from '@academy/contract'
import { z } from 'zod'
import { type FuzzedEndpoint, fuzzedEndpoints } from './endpoints.ts'
import type { Canary } from './fixture.ts'
import type { Plan } from './plans.ts'
import type { Answer } from './send.ts'

const OUR_INSIDES = /node_modules|\.ts:\d|\bat \S+ \(\S+:\d+|PostgresError|Failed query|ECONNREFUSED/

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether a text matches a schema exactly. A parsed value lacks fields that the schema does not have. */
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
export function faultsOf({ actor, method, url }: Plan, { status, headers, text }: Answer, canaries: readonly Canary[]): string[] {
  const faults: string[] = []
  if (status >= 500) faults.push(`${status}: ${text.slice(0, 300)}`)
  if (OUR_INSIDES.test(text)) faults.push('the answer tells of our insides')
  for (const { text: canary, whose, seenBy } of canaries)
    if (!seenBy.includes(actor) && text.includes(canary)) faults.push(`${actor} was told what is ${whose}'s`)

  // Node itself refuses headers of more than 16 kB, including the URL
  if (status === 431 && url.length > 5_000 && fits(apiError, text)) return faults
  const asked = endpointAt(method, url)
  const declared = asked?.responses[String(status)]
  if (status === 204) {
    if (text !== '' || declared === undefined) faults.push('a 204 that was not declared, or has a body')
  } else if (declared instanceof z.ZodType && status < 400) {
    if (!fits(declared, text)) faults.push(`the answer is not that of the contract: ${text.slice(0, 300)}`)
  } else if (status >= 400) {
    if (!fits(apiError, text)) faults.push(`${status} without the one error body: ${text.slice(0, 300)}`)
    if (asked && declared === undefined && status !== 404) faults.push(`${status} is not declared`)
  } else if (asked && status !== 304) faults.push(`${status} is not declared`)

  if (headers['x-content-type-options'] !== 'nosniff') faults.push('the headers of every answer are missing')
  if (headers['access-control-allow-origin'] !== undefined) faults.push('a foreign page may read the answer')
  return faults
}
