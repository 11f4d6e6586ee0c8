import { contract } from '@academy/contract'
import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core'

export type Endpoint = {
  /** `accounts.context` */
  name: string
  route: AppRoute
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  /** Undefined when the contract does not say who may call it, which no endpoint may leave open. */
  auth: string | undefined
  takesBody: boolean
  /** The path with its parameters filled in. */
  url: (parameter?: string) => string
}

const endpointsOf = (router: AppRouter, prefix = ''): Endpoint[] =>
  Object.entries(router).flatMap(([name, entry]) => {
    if (!isAppRoute(entry)) return endpointsOf(entry, `${prefix}${name}.`)
    return {
      name: `${prefix}${name}`,
      route: entry,
      method: entry.method,
      auth: (entry.metadata as { auth?: string } | undefined)?.auth,
      takesBody: entry.method !== 'GET',
      url: (parameter = 'some-id') => entry.path.replace(/:\w+/g, parameter),
    }
  })

/** Every endpoint of the contract: what is generated from this cannot forget a new one. */
export const endpoints: Endpoint[] = endpointsOf(contract)
