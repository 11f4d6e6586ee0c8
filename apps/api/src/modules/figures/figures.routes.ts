import { contract, type LearningFigures } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { orNotFound } from '../../http/errors.ts'
import { LoadingCache } from '../../loading-cache.ts'
import { loadFunnel } from './funnel.store.ts'
import { loadLearning } from './learning.store.ts'
import { periodOf } from './period.ts'
import { loadSales } from './sales.store.ts'

/** How long the figures of a course are cached, because they read the progress of all accounts. */
const LEARNING_CACHE_MS = 10 * 60_000

/** Serves to the administrator what the academy sold, and how learners proceed. */
export async function adminFigureRoutes(app: FastifyInstance): Promise<void> {
  const learning = new LoadingCache<LearningFigures>({ max: 20, ttl: LEARNING_CACHE_MS })
  await serveRoutes(contract.figures, app, {
    sales: async ({ query: { step, ...days } }) => {
      const data = await loadSales(app.db, periodOf(days, new Date()), step)
      return { status: 200, body: { success: true, data } }
    },
    funnel: async ({ query }) => {
      const period = periodOf(query, new Date())
      const data = { period: period.period, before: period.before, counts: await loadFunnel(app.db, period) }
      return { status: 200, body: { success: true, data } }
    },
    learning: async ({ query }) => {
      const { outlineCourses } = await app.courses.current()
      const course = orNotFound(outlineCourses.get(query.course ?? app.config.masterCourseId), 'Course')
      const data = await learning.get(course.id, () => loadLearning(app.db, course, new Date()))
      return { status: 200, body: { success: true, data } }
    },
  })
}
