import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { contractRoutes } from '../../http/contract-routes.ts'
import { isReady } from './health.store.ts'

const s = initServer()

/** Serves liveness and readiness probes. Both responses contain no details. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  let pendingCheck: Promise<boolean> | undefined

  const router = s.router(contract.health, {
    health: async () => ({ status: 200, body: { status: 'ok' } }),
    ready: async () => {
      if (app.isDraining) return { status: 503, body: { status: 'not_ready' } }
      // Concurrent probes share one check.
      pendingCheck ??= isReady(app.sql).finally(() => {
        pendingCheck = undefined
      })
      return (await pendingCheck) ? { status: 200, body: { status: 'ready' } } : { status: 503, body: { status: 'not_ready' } }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
