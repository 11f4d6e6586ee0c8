import { mayOpenTutorial, noEntitlements } from '@academy/catalog'
import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { directRoutes } from '../../plugins/direct-routes.ts'
import { Refusal } from '../../plugins/errors.ts'
import type { PlacedTutorial } from './outline.ts'
import { courseShelf } from './shelf.ts'

const missing = (what: string) => new Refusal(404, 'not_found', `${what} not found`)

const locked = ({ vip }: PlacedTutorial) => {
  const keys = vip ? 'the Master Course, the bundle or VIP access' : 'the Master Course or the bundle'
  return new Refusal(403, 'entitlement_required', `This tutorial is part of the Master Course. You can open it with ${keys}.`)
}

/**
 * Courses, sessions and tutorials, out of the mirror alone: learners never wait for Notion. The outline is for everybody who is signed
 * in (D-116); what a tutorial says, for whoever may open it.
 */
export async function courseRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const shelf = courseShelf(app, config)

  await app.register(
    directRoutes(contract.courses, {
      course: async ({ params: { courseId } }) => (await shelf.current()).course.get(courseId) ?? missing('Course'),
      courseVideo: async ({ params: { courseId } }) => (await shelf.current()).video.get(courseId) ?? missing('Course'),
      sessions: async () => (await shelf.current()).sessions,
      session: async ({ params: { sessionId } }) => (await shelf.current()).session.get(sessionId) ?? missing('Session'),
      sessionTutorials: async ({ params: { sessionId } }) => (await shelf.current()).sessionTutorials.get(sessionId) ?? missing('Session'),
      tutorialContent: async ({ request, params: { tutorialId } }) => {
        const current = await shelf.current()
        const tutorial = current.tutorials.get(tutorialId)
        if (!tutorial) return missing('Tutorial')
        // What is free opens also while nobody can say what this person holds.
        const held = tutorial.free ? noEntitlements : await app.entitlementsOf(request.user)
        if (!mayOpenTutorial(tutorial, held)) return locked(tutorial)
        return (await shelf.contentOf(current, tutorial)) ?? missing('Tutorial')
      },
    }),
  )
}
