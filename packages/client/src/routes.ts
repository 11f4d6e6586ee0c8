import { contract } from '@academy/contract'

/** The data that the client needs to send a request to an endpoint. */
export type Route = { method: string; path: string; isPublic: boolean }

type Endpoint = { method: string; path: string; metadata: { auth: string; scope?: string } }

/** Returns whether the client can call an endpoint: it is public, or accepts personal access tokens. */
const isCallable = ({ metadata }: Endpoint): boolean => metadata.auth === 'public' || metadata.scope !== undefined

/**
 * The endpoints of the client, by their groups and names in the contract. The build replaces this module with its value, so that the published
 * package contains neither the contract's schemas nor Zod.
 */
export const routes: Record<string, Record<string, Route>> = Object.fromEntries(
  Object.entries(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(([group, endpoints]) => {
    const callable = Object.entries(endpoints).filter(([, endpoint]) => isCallable(endpoint))
    const entries = callable.map(([name, { method, path, metadata }]) => [name, { method, path, isPublic: metadata.auth === 'public' }])
    return entries.length > 0 ? [[group, Object.fromEntries(entries)]] : []
  }),
)
