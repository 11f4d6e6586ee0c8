import { COURSES } from '@academy/catalog'
import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { sendCached } from '../../http/cached-response.ts'
import { serveSerializedRoutes } from '../../http/contract-routes.ts'
import { HttpError, orNotFound } from '../../http/errors.ts'
import { LoadingCache } from '../../loading-cache.ts'
import { byPosition } from '../content/read/by-position.ts'
import { filePath } from '../content/read/file-links.ts'
import { publishedContent } from '../content/read/published-content.store.ts'
import { toCachedResponse } from '../courses/course-cache.ts'
import { newsOf, proofOf, publicCourseBody, publicTutorialBodies, type Sample } from './public-course.ts'

const { reviews: _, ...routes } = contract.publicContent

/** Serves to visitors without an account what they may read: the syllabus, samples of the library, and free tutorials. */
export async function publicContentRoutes(app: FastifyInstance): Promise<void> {
  const published = publishedContent(app.db)
  const urlOf = (hash: string): string => app.config.publicApiUrl + filePath(hash)

  const loadLibrary = async () => {
    const resources = await published.resources()
    const samples: Sample[] = []
    for (const resource of resources.filter(({ sample }) => sample).toSorted(byPosition)) {
      const parts = await published.resourceParts(resource.page_id)
      if (parts) samples.push({ resource, parts })
    }
    return { resources: resources.length, samples, proof: toCachedResponse(routes.proof, proofOf(resources)) }
  }

  const load = async () => {
    const [{ outlineCourses }, library] = await Promise.all([app.courses.current(), loadLibrary()])
    const courses = [...outlineCourses.values()]
    return {
      proof: library.proof,
      courses: new Map(
        courses.map((course) => [course.id, toCachedResponse(routes.course, publicCourseBody(course, courses, library, urlOf))]),
      ),
      news: new Map(courses.map((course) => [course.id, toCachedResponse(routes.news, newsOf(course, library.samples))])),
      tutorials: new Map(courses.flatMap(publicTutorialBodies).map(([id, body]) => [id, toCachedResponse(routes.tutorial, body)])),
    }
  }
  const cache = new LoadingCache<Awaited<ReturnType<typeof load>>>({ max: 1 })
  app.onPublished(() => cache.clear())
  const current = () => cache.get(new Date().toISOString().slice(0, 10), load)

  await serveSerializedRoutes(routes, app, {
    course: async (exchange) => sendCached(exchange, orNotFound((await current()).courses.get(exchange.params.courseId), 'Course')),
    news: async (exchange) => sendCached(exchange, orNotFound((await current()).news.get(exchange.params.courseId), 'Course')),
    proof: async (exchange) => sendCached(exchange, (await current()).proof),
    tutorial: async (exchange) => sendCached(exchange, orNotFound((await current()).tutorials.get(exchange.params.tutorialId), 'Tutorial')),
    freeTutorialContent: async (exchange) => {
      const responses = await app.courses.current()
      const tutorial = orNotFound(responses.tutorials.get(exchange.params.tutorialId), 'Tutorial')
      if (!tutorial.free)
        throw new HttpError(
          403,
          'entitlement_required',
          `This tutorial is part of ${COURSES[tutorial.product].inText}. Sign in to open it.`,
        )
      return sendCached(exchange, orNotFound(await app.courses.contentOf(responses, tutorial), 'Tutorial'))
    },
  })
}
