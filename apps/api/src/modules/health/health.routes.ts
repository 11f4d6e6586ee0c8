import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { contractRoutes } from '../../http/contract-routes.ts'
import { isReady } from './health.store.ts'

const s = initServer()

/** Whether the process lives, and whether it can serve. Both answer without any details. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  let asking: Promise<boolean> | undefined

  const router = s.router(contract.health, {
    health: async () => ({ status: 200, body: { status: 'ok' } }),
    ready: async () => {
      if (app.draining.now) return { status: 503, body: { status: 'not_ready' } }
      // However many ask at the same time, the database is asked once.
      asking ??= isReady(app.sql).finally(() => {
        asking = undefined
      })
      return (await asking) ? { status: 200, body: { status: 'ready' } } : { status: 503, body: { status: 'not_ready' } }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
