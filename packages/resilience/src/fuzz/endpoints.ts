import { contract } from '@academy/contract'
import { z } from 'zod'

export type JsonSchema = { [name: string]: unknown }

/** An endpoint with the JSON Schemas of its input. */
export type FuzzedEndpoint = {
  /** The path in the contract, e.g. `prompts.create`. */
  name: string
  method: string
  /** The path, with parameters as `:name`. */
  path: string
  auth: string
  body: JsonSchema | undefined
  query: JsonSchema | undefined
  responses: Readonly<Record<string, unknown>>
}

type RouteOrGroup = { method?: string; path?: string; metadata?: unknown; body?: unknown; query?: unknown; responses?: object }

const inputOf = (schema: unknown): JsonSchema | undefined =>
  schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) : undefined

function endpointsOf(router: object, prefix = ''): FuzzedEndpoint[] {
  return Object.entries(router).flatMap(([name, entry]: [string, RouteOrGroup]) => {
    const { method, path, metadata, body, query, responses } = entry
    if (method === undefined || path === undefined) return endpointsOf(entry, `${prefix}${name}.`)
    const { auth = '' } = metadata as { auth?: string }
    return [{ name: prefix + name, method, path, auth, body: inputOf(body), query: inputOf(query), responses: { ...responses } }]
  })
}

/** The paths outside the contract: files, webhooks, and endpoints for operators and tools. */
export const otherEndpoints: FuzzedEndpoint[] = (
  [
    ['GET', '/api/files/:hash'],
    ['POST', '/api/payments/webhook'],
    ['POST', '/api/content/notion-webhook'],
    ['GET', '/metrics'],
    ['GET', '/openapi.json'],
    ['GET', '/openapi-admin.json'],
    ['GET', '/.well-known/security.txt'],
    ['GET', '/:anything'],
  ] as const
).map(([method, path]) => ({ name: path, method, path, auth: 'none', body: { type: 'object' }, query: undefined, responses: {} }))

export const fuzzedEndpoints: FuzzedEndpoint[] = endpointsOf(contract)
