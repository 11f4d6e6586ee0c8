import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { serializedContractRoutes } from '../../http/contract-routes.ts'
import { orNotFound } from '../../http/errors.ts'
import { sendCached } from '../content/cached-response.ts'
import { requireOpenCheckpoint } from './open-checkpoint.ts'
import { startTutorial } from './open-tutorial.ts'

const s = initServer()

/**
 * Serves courses, sessions and tutorials from the mirror, so learners never wait for Notion. Every signed-in user may read the outline
 * (D-116); the content of a tutorial depends on entitlements.
 */
export async function courseRoutes(app: FastifyInstance): Promise<void> {
  const cache = app.courses

  const router = s.router(contract.courses, {
    course: async ({ params: { courseId }, ...exchange }) =>
      sendCached(exchange, orNotFound((await cache.current()).course.get(courseId), 'Course')),
    courseVideo: async ({ params: { courseId }, ...exchange }) =>
      sendCached(exchange, orNotFound((await cache.current()).video.get(courseId), 'Course')),
    sessions: async (exchange) => sendCached(exchange, (await cache.current()).sessions),
    session: async ({ params: { sessionId }, ...exchange }) =>
      sendCached(exchange, orNotFound((await cache.current()).session.get(sessionId), 'Session')),
    sessionCheckpoint: async ({ params: { sessionId }, query: { start }, ...exchange }) => {
      const responses = await cache.current()
      const outlineSession = orNotFound(responses.outlineSessions.get(sessionId), 'Session')
      const session = await requireOpenCheckpoint(app, exchange.request.user, outlineSession, { mayStartCourse: start !== 'false' })
      return sendCached(exchange, orNotFound(await cache.checkpointOf(responses, session), 'Checkpoint'))
    },
    sessionTutorials: async ({ params: { sessionId }, ...exchange }) =>
      sendCached(exchange, orNotFound((await cache.current()).sessionTutorials.get(sessionId), 'Session')),
    tutorialContent: async ({ params: { tutorialId }, query: { start }, ...exchange }) => {
      const responses = await cache.current()
      const tutorial = orNotFound(responses.tutorials.get(tutorialId), 'Tutorial')
      await startTutorial(app, exchange.request.user, tutorial, { mayStartCourse: start !== 'false' })
      return sendCached(exchange, orNotFound(await cache.contentOf(responses, tutorial), 'Tutorial'))
    },
  })
  await app.register(s.plugin(router), serializedContractRoutes)
}
