import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { contractRoutes } from '../../http/contract-routes.ts'
import { loadFunnel } from './funnel.store.ts'
import { periodOf } from './period.ts'
import { loadSales } from './sales.store.ts'

const s = initServer()

/** Serves to the administrator what the academy sold, and how learners proceed. */
export async function adminFigureRoutes(app: FastifyInstance): Promise<void> {
  const router = s.router(contract.figures, {
    sales: async ({ query: { step, ...days } }) => {
      const data = await loadSales(app.db, periodOf(days, new Date()), step)
      return { status: 200, body: { success: true, data } }
    },
    funnel: async ({ query }) => {
      const period = periodOf(query, new Date())
      const data = { period: period.period, before: period.before, counts: await loadFunnel(app.db, period) }
      return { status: 200, body: { success: true, data } }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
