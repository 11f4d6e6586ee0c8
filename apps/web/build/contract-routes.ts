import { contract } from '@academy/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract-routes'

/**
 * Gives the web app the contract without its schemas: what ts-rest's client reads of each endpoint while it runs. The schemas guard the
 * API; in the browser they and their library would be 25 kB (gzip) before the dashboard that check what the server has checked already.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'academy:contract-routes',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const routes = ${JSON.stringify(routesOf(contract))}` : undefined),
  }
}

type Routes = { [name: string]: Routes | Route }
type Route = { method: string; path: string; metadata: unknown; responses: Record<string, null> }

function routesOf(router: object): Routes {
  return Object.fromEntries(
    Object.entries(router).map(([name, entry]: [string, Entry]) => [
      name,
      entry.method && entry.path
        ? { method: entry.method, path: entry.path, metadata: entry.metadata, responses: withoutSchemas(entry.responses) }
        : routesOf(entry),
    ]),
  )
}

const withoutSchemas = (responses: object = {}): Record<string, null> =>
  Object.fromEntries(Object.keys(responses).map((status) => [status, null]))

/** An endpoint, or a group of them: then it has none of these. */
type Entry = { method?: string; path?: string; metadata?: unknown; responses?: object }
