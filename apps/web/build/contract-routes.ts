import { contract } from '@academy/contract'
import type { AppRouter } from '@ts-rest/core'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract-routes'

/**
 * Gives the web app the contract without its schemas: method and path of every endpoint. The schemas guard the API; in the
 * browser they and their library would be 37 kB (gzip) before the dashboard that check what the server has checked already.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'academy:contract-routes',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const routes = ${JSON.stringify(routesOf(contract))}` : undefined),
  }
}

type Routes = { [name: string]: Routes | { method: string; path: string; isPublic: boolean } }

function routesOf(router: AppRouter): Routes {
  return Object.fromEntries(
    Object.entries(router).map(([name, entry]) =>
      'method' in entry && typeof entry.method === 'string'
        ? [name, { method: entry.method, path: String(entry.path), isPublic: isPublic(entry.metadata) }]
        : [name, routesOf(entry as AppRouter)],
    ),
  )
}

const isPublic = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'auth' in metadata && metadata.auth === 'public'
