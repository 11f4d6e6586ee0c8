import { contract } from '@academy/contract'
import type { Shape } from './response-shape.ts'

/** The data that the client needs to send a request to an endpoint, and to recognize its response. */
export type Route = { method: string; path: string; isPublic?: true; response?: Shape }

/** What is read of a Zod schema: the names are those of its public definition. */
type Schema = { def: { type: string; shape?: Record<string, Schema>; element?: Schema; values?: unknown[] } }
type Endpoint = { method: string; path: string; metadata: { auth: string; scope?: string }; responses: Record<number, Partial<Schema>> }

/** Returns whether the client can call an endpoint: it is public, or accepts personal access tokens. */
const isCallable = ({ metadata }: Endpoint): boolean => metadata.auth === 'public' || metadata.scope !== undefined

const letterOf = (type: string): Shape => type.charAt(0) as Shape

/** Returns the shape of a schema's values; undefined for optional, nullable and other values that are not checked. */
function shapeOf({ def }: Partial<Schema>): Shape | undefined {
  if (def === undefined) return undefined
  const { type, shape, element, values } = def
  if (type === 'string' || type === 'number' || type === 'boolean') return letterOf(type)
  if (type === 'enum') return 's'
  if (type === 'literal') return letterOf(typeof values?.[0])
  if (element) return [shapeOf(element)].flatMap((item) => (item === undefined ? [] : [item]))
  if (!shape) return undefined
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) => [shapeOf(schema)].flatMap((value) => (value ? [[key, value]] : []))),
  )
}

const successOf = ({ responses }: Endpoint): Partial<Schema> => responses[200] ?? responses[201] ?? responses[202] ?? {}

/**
 * The endpoints of the client, by their groups and names in the contract. The build replaces this module with its value, so that the published
 * package contains neither the contract's schemas nor Zod.
 */
export const routes: Record<string, Record<string, Route>> = Object.fromEntries(
  Object.entries(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(([group, endpoints]) => {
    const callable = Object.entries(endpoints).filter(([, endpoint]) => isCallable(endpoint))
    const entries = callable.map(([name, endpoint]) => {
      const { method, path, metadata } = endpoint
      const response = shapeOf(successOf(endpoint))
      return [name, { method, path, ...(metadata.auth === 'public' && { isPublic: true }), ...(response && { response }) }]
    })
    return entries.length > 0 ? [[group, Object.fromEntries(entries)]] : []
  }),
)
