import { contract } from '@academy/contract'
import type { Plugin } from 'vite'
import { ADMIN_GROUPS } from '../src/api/admin-groups.ts'

const isAdminGroup = (name: string): boolean => ADMIN_GROUPS.some((group) => group === name)

/** Virtual modules: the groups of the contract that each has. */
const MODULES: Record<string, (name: string) => boolean> = {
  'virtual:contract-routes': (name) => !isAdminGroup(name),
  'virtual:admin-routes': isAdminGroup,
}

/**
 * Provides the contract without its schemas and statuses, which only the server needs. With Zod they would add 25 kB (gzip) to the first load
 * and repeat the server's validation. What only the administrator calls is a module of its own, which learners do not load.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'academy:contract-routes',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => {
      const isIncluded = MODULES[id.slice(1)]
      if (!id.startsWith('\0') || !isIncluded) return undefined
      const groups = Object.fromEntries(Object.entries(contract).filter(([name]) => isIncluded(name)))
      return `export const routes = ${JSON.stringify(stripSchemas(groups))}`
    },
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
