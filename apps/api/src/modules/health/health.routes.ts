import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { contractRoutes } from '../../http/contract-routes.ts'
import { type NotReadyReason, whyNotReady } from './health.store.ts'

const s = initServer()

/** Serves liveness and readiness probes. A refusal names its reason, and no details. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  let pendingCheck: Promise<NotReadyReason | undefined> | undefined

  const router = s.router(contract.health, {
    health: async () => ({ status: 200, body: { status: 'ok' } }),
    ready: async () => {
      if (app.isDraining) return { status: 503, body: { status: 'not_ready', reason: 'closing' } }
      // Concurrent probes share one check.
      pendingCheck ??= whyNotReady(app.sql).finally(() => {
        pendingCheck = undefined
      })
      const reason = await pendingCheck
      return reason === undefined ? { status: 200, body: { status: 'ready' } } : { status: 503, body: { status: 'not_ready', reason } }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
