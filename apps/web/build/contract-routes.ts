import { contract } from '@academy/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract-routes'

/**
 * Provides the contract without its schemas and statuses, which only the server needs. With Zod they would add 25 kB (gzip) to the first load
 * and repeat the server's validation.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'academy:contract-routes',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const routes = ${JSON.stringify(stripSchemas(contract))}` : undefined),
  }
}

type Routes = { [name: string]: Routes | Route }
type Route = { method: string; path: string; metadata?: { auth: string }; responses: object }

function stripSchemas(router: object): Routes {
  return Object.fromEntries(
    Object.entries(router).map(([name, entry]: [string, RouteOrGroup]) => [
      name,
      entry.method && entry.path
        ? // The client only asks whether an endpoint is public.
          {
            method: entry.method,
            path: entry.path,
            ...(entry.metadata?.auth === 'public' && { metadata: { auth: 'public' } }),
            responses: {},
          }
        : stripSchemas(entry),
    ]),
  )
}

/** An endpoint, or a group of endpoints without these fields. */
type RouteOrGroup = { method?: string; path?: string; metadata?: { auth?: string } }
