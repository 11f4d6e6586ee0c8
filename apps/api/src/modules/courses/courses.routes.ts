import { mayOpenTutorial, noEntitlements } from '@academy/catalog'
import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { serializedContractRoutes } from '../../http/contract-routes.ts'
import { orNotFound, Refusal } from '../../http/errors.ts'
import { sendCached } from '../content/cached-response.ts'
import { courseCache } from './course-cache.ts'
import type { PlacedTutorial } from './outline.ts'

const s = initServer()

const locked = ({ vip }: PlacedTutorial) => {
  const keys = vip ? 'the Master Course, the bundle or VIP access' : 'the Master Course or the bundle'
  return new Refusal(403, 'entitlement_required', `This tutorial is part of the Master Course. You can open it with ${keys}.`)
}

/**
 * Courses, sessions and tutorials, served from the mirror alone: learners never wait for Notion. Every signed-in user may read the outline
 * (D-116); the content of a tutorial depends on entitlements.
 */
export async function courseRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const cache = courseCache(app, config)

  const router = s.router(contract.courses, {
    course: async ({ params: { courseId }, ...exchange }) =>
      sendCached(exchange, orNotFound((await cache.current()).course.get(courseId), 'Course')),
    courseVideo: async ({ params: { courseId }, ...exchange }) =>
      sendCached(exchange, orNotFound((await cache.current()).video.get(courseId), 'Course')),
    sessions: async (exchange) => sendCached(exchange, (await cache.current()).sessions),
    session: async ({ params: { sessionId }, ...exchange }) =>
      sendCached(exchange, orNotFound((await cache.current()).session.get(sessionId), 'Session')),
    sessionTutorials: async ({ params: { sessionId }, ...exchange }) =>
      sendCached(exchange, orNotFound((await cache.current()).sessionTutorials.get(sessionId), 'Session')),
    tutorialContent: async ({ params: { tutorialId }, ...exchange }) => {
      const current = await cache.current()
      const tutorial = orNotFound(current.tutorials.get(tutorialId), 'Tutorial')
      // Free tutorials also open while entitlements cannot be read.
      const held = tutorial.free ? noEntitlements : await app.entitlementsOf(exchange.request.user)
      if (!mayOpenTutorial(tutorial, held)) throw locked(tutorial)
      return sendCached(exchange, orNotFound(await cache.contentOf(current, tutorial), 'Tutorial'))
    },
  })
  await app.register(s.plugin(router), serializedContractRoutes)
}
