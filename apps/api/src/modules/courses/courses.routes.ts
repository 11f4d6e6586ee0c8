import { mayOpenTutorial, noEntitlements } from '@academy/catalog'
import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { contractRoutes } from '../../plugins/contract-routes.ts'
import { errorBody } from '../../plugins/errors.ts'
import { readyMadeAnswers } from '../../plugins/ready-made.ts'
import type { PlacedTutorial } from './outline.ts'
import { courseShelf } from './shelf.ts'

const s = initServer()

const ok = <T>(body: T) => ({ status: 200 as const, body })

const missing = (request: FastifyRequest, what: string) => ({
  status: 404 as const,
  body: errorBody(request, 'not_found', `${what} not found`),
})

const locked = (request: FastifyRequest, { vip }: PlacedTutorial) => {
  const keys = vip ? 'the Master Course, the bundle or VIP access' : 'the Master Course or the bundle'
  const message = `This tutorial is part of the Master Course. You can open it with ${keys}.`
  return { status: 403 as const, body: errorBody(request, 'entitlement_required', message) }
}

/**
 * Courses, sessions and tutorials, out of the mirror alone: learners never wait for Notion. The outline is for everybody who is signed
 * in (D-116); what a tutorial says, for whoever may open it.
 */
export async function courseRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const shelf = courseShelf(app, config)
  await app.register(readyMadeAnswers)

  const router = s.router(contract.courses, {
    course: async ({ request, params: { courseId } }) => {
      const body = (await shelf.current()).course.get(courseId)
      return body ? ok(body) : missing(request, 'Course')
    },
    courseVideo: async ({ request, params: { courseId } }) => {
      const body = (await shelf.current()).video.get(courseId)
      return body ? ok(body) : missing(request, 'Course')
    },
    sessions: async () => ({ status: 200, body: (await shelf.current()).sessions }),
    session: async ({ request, params: { sessionId } }) => {
      const body = (await shelf.current()).session.get(sessionId)
      return body ? ok(body) : missing(request, 'Session')
    },
    sessionTutorials: async ({ request, params: { sessionId } }) => {
      const body = (await shelf.current()).sessionTutorials.get(sessionId)
      return body ? ok(body) : missing(request, 'Session')
    },
    tutorialContent: async ({ request, params: { tutorialId } }) => {
      const current = await shelf.current()
      const tutorial = current.tutorials.get(tutorialId)
      if (!tutorial) return missing(request, 'Tutorial')
      // What is free opens also while nobody can say what this person holds.
      const held = tutorial.free ? noEntitlements : await app.entitlementsOf(request.user)
      if (!mayOpenTutorial(tutorial, held)) return locked(request, tutorial)
      const body = await shelf.contentOf(current, tutorial)
      return body ? ok(body) : missing(request, 'Tutorial')
    },
  })
  // The answers were checked against the contract when they were put on the shelf.
  await app.register(s.plugin(router), { ...contractRoutes, responseValidation: false })
}
