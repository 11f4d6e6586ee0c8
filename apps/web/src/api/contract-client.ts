import type { contract } from '@academy/contract'
import type { InitClientReturn } from '@ts-rest/core'

export type Route = { method: string; path: string; isPublic: boolean }
export type RouteTable = { [name: string]: RouteTable | Route }

export type Call = { route: Route; url: string; body: unknown; signal: AbortSignal | undefined }
export type Reply = { status: number; statusText: string; headers: Headers; body: unknown }

/** The contract as functions, typed by ts-rest from the contract itself. */
export type ContractClient = InitClientReturn<typeof contract, { baseUrl: string }>

type Arguments = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  fetchOptions?: { signal?: AbortSignal }
}

/** Makes the contract's functions out of its routes; `send` carries them to the API at `baseUrl` ('' is the page's own origin). */
export function contractClient(routes: RouteTable, baseUrl: string, send: (call: Call) => Promise<Reply>): ContractClient {
  const functionsOf = (table: RouteTable): object =>
    Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, isRoute(entry) ? functionOf(entry) : functionsOf(entry)]))
  const functionOf =
    (route: Route) =>
    ({ params = {}, query = {}, body, fetchOptions }: Arguments = {}) =>
      send({ route, url: baseUrl + filled(route.path, params) + searchOf(query), body, signal: fetchOptions?.signal })
  return functionsOf(routes) as ContractClient
}

const isRoute = (entry: RouteTable | Route): entry is Route => typeof entry.path === 'string'

const filled = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function searchOf(query: Record<string, unknown>): string {
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}
