import { contract } from '@academy/contract'
import type { Plugin } from 'vite'

const isForAdmin = ({ metadata }: Endpoint): boolean => metadata?.auth === 'admin'

/** Only the Mentorship page calls them, and only where the academy holds draws. */
const isOfDraw = (endpoint: Endpoint): boolean => Object.values<Endpoint>(contract.mentorship).includes(endpoint)

/** Only the Team page and the page of a seat call them. */
const isOfTeam = (endpoint: Endpoint): boolean => Object.values<Endpoint>(contract.team).includes(endpoint)

/** Virtual modules: the endpoints of the contract that each has. */
const MODULES: Record<string, (endpoint: Endpoint) => boolean> = {
  'virtual:contract-routes': (endpoint) => !isForAdmin(endpoint) && !isOfDraw(endpoint) && !isOfTeam(endpoint),
  'virtual:admin-routes': isForAdmin,
  'virtual:draw-routes': isOfDraw,
  'virtual:team-routes': (endpoint) => isOfTeam(endpoint) && !isForAdmin(endpoint),
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
      return `export const routes = ${JSON.stringify(routesOf(isIncluded))}`
    },
  }
}

type Endpoint = { method: string; path: string; metadata?: { auth?: string } }

/** Returns the groups with their endpoints that are included, without schemas. */
function routesOf(isIncluded: (endpoint: Endpoint) => boolean) {
  const groups = Object.entries<Record<string, Endpoint>>(contract).map(([name, endpoints]) => {
    const included = Object.entries(endpoints).filter(([, endpoint]) => isIncluded(endpoint))
    return [name, Object.fromEntries(included.map(([endpointName, endpoint]) => [endpointName, routeOf(endpoint)]))] as const
  })
  return Object.fromEntries(groups.filter(([, endpoints]) => Object.keys(endpoints).length > 0))
}

/** The client only asks whether an endpoint is public. */
const routeOf = ({ method, path, metadata }: Endpoint) => ({
  method,
  path,
  ...(metadata?.auth === 'public' && { metadata: { auth: 'public' } }),
  responses: {},
})
