import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { type NotReadyReason, whyNotReady } from './health.store.ts'

/** Serves liveness and readiness probes. A refusal names its reason, and no details. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  let pendingCheck: Promise<NotReadyReason | undefined> | undefined

  await serveRoutes(contract.health, app, {
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
}
