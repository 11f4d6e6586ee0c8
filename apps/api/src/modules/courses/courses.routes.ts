import { isCourseOnSale } from '@academy/catalog'
import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { sendCached } from '../../http/cached-response.ts'
import { serveSerializedRoutes } from '../../http/contract-routes.ts'
import { orNotFound } from '../../http/errors.ts'
import { openChecks, requireOpenCheckpoint } from './open-checkpoint.ts'
import { mayStartCourse, startTutorial } from './open-tutorial.ts'
import type { OutlineCourse } from './outline.ts'
import { courseSummary } from './response-bodies.ts'

/**
 * Serves courses, sessions and tutorials from the mirror, so learners never wait for Notion. Every signed-in user may read the outline;
 * the content of a tutorial depends on entitlements.
 */
export async function courseRoutes(app: FastifyInstance): Promise<void> {
  const cache = app.courses

  await serveSerializedRoutes(contract.courses, app, {
    list: async ({ request: { user } }) => {
      const [{ outlineCourses }, entitlements] = await Promise.all([cache.current(), app.entitlementsOf(user)])
      const today = new Date().toISOString().slice(0, 10)
      const stateOf = (course: OutlineCourse) => {
        if (entitlements[course.product]) return 'open' as const
        return isCourseOnSale(course, { entitlements, today }) ? ('locked' as const) : ('upcoming' as const)
      }
      const data = Array.from(outlineCourses.values(), async (course) => ({
        ...courseSummary(course),
        state: stateOf(course),
        next_guarantee: await app.nextGuaranteeOf(user, course.product),
      }))
      return { status: 200, body: { success: true, data: await Promise.all(data), message: null } }
    },
    course: async (exchange) => sendCached(exchange, orNotFound((await cache.current()).course.get(exchange.params.courseId), 'Course')),
    courseVideo: async (exchange) =>
      sendCached(exchange, orNotFound((await cache.current()).video.get(exchange.params.courseId), 'Course')),
    sessions: async (exchange) => {
      const { course } = exchange.query
      const { sessions, sessionsOf, noSessions } = await cache.current()
      return sendCached(exchange, course === undefined ? sessions : (sessionsOf.get(course) ?? noSessions))
    },
    session: async (exchange) =>
      sendCached(exchange, orNotFound((await cache.current()).session.get(exchange.params.sessionId), 'Session')),
    sessionCheckpoint: async (exchange) => {
      const { params, query, request } = exchange
      const responses = await cache.current()
      const outlineSession = orNotFound(responses.outlineSessions.get(params.sessionId), 'Session')
      const session = await requireOpenCheckpoint(app, request.user, outlineSession, {
        mayStartCourse: mayStartCourse(request, query.start),
      })
      return sendCached(exchange, orNotFound(await cache.checkpointOf(responses, session), 'Checkpoint'))
    },
    sessionChecks: async (exchange) => {
      const { params, query, request } = exchange
      const responses = await cache.current()
      const session = orNotFound(responses.outlineSessions.get(params.sessionId), 'Session')
      await openChecks(app, request.user, session, { mayStartCourse: mayStartCourse(request, query.start) })
      return sendCached(exchange, orNotFound(await cache.checksOf(responses, session), 'Checks'))
    },
    sessionTutorials: async (exchange) =>
      sendCached(exchange, orNotFound((await cache.current()).sessionTutorials.get(exchange.params.sessionId), 'Session')),
    tutorialContent: async (exchange) => {
      const { params, query, request } = exchange
      const responses = await cache.current()
      const tutorial = orNotFound(responses.tutorials.get(params.tutorialId), 'Tutorial')
      await startTutorial(app, request.user, tutorial, { mayStartCourse: mayStartCourse(request, query.start) })
      return sendCached(exchange, orNotFound(await cache.contentOf(responses, tutorial), 'Tutorial'))
    },
  })
}
