import { hash } from 'node:crypto'
import { FIRST_COURSE } from '@academy/catalog'
import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { z } from 'zod'
import { CachedResponse } from '../../http/cached-response.ts'
import { LoadingCache } from '../../loading-cache.ts'
import { fileLinks, filePath } from '../content/read/file-links.ts'
import { hashTutorial } from '../content/read/prompt-texts.ts'
import { publishedContent } from '../content/read/published-content.store.ts'
import { folderOf, zipOf } from './checkpoint-archive.ts'
import type { SessionWithCheckpoint } from './open-checkpoint.ts'
import { type Outline, type OutlineSession, outlineOf, type PlacedTutorial } from './outline.ts'
import { courseBody, courseVideo, sessionBody, sessionSummary, tutorialContent } from './response-bodies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    courses: ReturnType<typeof courseCache>
  }
}

/** Content of about 2,000 tutorials of usual length. */
const CONTENT_BYTES = 64 * 1024 * 1024
/** Zip files of some hundred checkpoints of usual size. */
const CHECKPOINT_BYTES = 8 * 1024 * 1024

const endpoints = contract.courses

/** Returns the response of an endpoint to cache. Validates it against the contract once, here, instead of on each request. */
export const toCachedResponse = <T extends z.ZodType>(
  { responses }: { responses: { 200: T } },
  data: unknown,
): CachedResponse<z.output<T>> => CachedResponse.of(responses[200].parse({ success: true, data }))

/** Returns the same in all encodings: for what makes a page wait. */
const toCompressedResponse = <T extends z.ZodType>(
  { responses }: { responses: { 200: T } },
  data: unknown,
): Promise<CachedResponse<z.output<T>>> => CachedResponse.compressed(responses[200].parse({ success: true, data }))

/** Builds the responses for everything published. They are immutable: a publish replaces them. */
async function buildCourseResponses({ courses, sessions, tutorials }: Outline, publicUrl: (hash: string) => string) {
  return {
    /** By public id, in the order of the outline; so are the sessions and tutorials. */
    outlineCourses: new Map(courses.map((course) => [course.id, course])),
    outlineSessions: new Map(sessions.map((session) => [session.id, session])),
    tutorials,
    course: new Map(courses.map((course) => [course.id, toCachedResponse(endpoints.course, courseBody(course))])),
    video: new Map(courses.map((course) => [course.id, toCachedResponse(endpoints.courseVideo, courseVideo(course, publicUrl))])),
    /** The sessions of the Master Course. */
    sessions: await toCompressedResponse(
      endpoints.sessions,
      sessions.filter(({ product }) => product === FIRST_COURSE).map(sessionSummary),
    ),
    noSessions: toCachedResponse(endpoints.sessions, []),
    sessionsOf: new Map(
      await Promise.all(
        courses.map(
          async (course) => [course.id, await toCompressedResponse(endpoints.sessions, course.sessions.map(sessionSummary))] as const,
        ),
      ),
    ),
    session: new Map(sessions.map((session) => [session.id, toCachedResponse(endpoints.session, sessionBody(session))])),
    sessionTutorials: new Map(sessions.map((session) => [session.id, toCachedResponse(endpoints.sessionTutorials, session.tutorials)])),
    /** Filled on demand. */
    contents: new LoadingCache<CachedResponse<z.output<(typeof endpoints.tutorialContent.responses)[200]>>>({
      maxSize: CONTENT_BYTES,
      sizeCalculation: ({ size }) => size,
    }),
    textHashes: new LoadingCache<{ text_hash: string }>({ max: 1000 }),
    checks: new LoadingCache<CachedResponse<z.output<(typeof endpoints.sessionChecks.responses)[200]>>>({ max: 1000 }),
    checkpoints: new LoadingCache<CachedResponse<Blob>>({ maxSize: CHECKPOINT_BYTES, sizeCalculation: ({ size }) => size }),
  }
}
type CourseResponses = Awaited<ReturnType<typeof buildCourseResponses>>

/** Returns the course cache of this process: loaded from the mirror by the first request, cleared by each publish. */
function courseCache(app: FastifyInstance) {
  const { config } = app
  const published = publishedContent(app.db)
  const links = fileLinks(config.fileSigningKey)
  const publicUrl = (hash: string): string => config.publicApiUrl + filePath(hash)
  const cache = new LoadingCache<CourseResponses>({ max: 1 })
  app.onPublished(() => cache.clear())

  return {
    /** Returns the responses for what is published now. Built anew each day, because courses open at the beginning of one. */
    current: () => {
      const today = new Date().toISOString().slice(0, 10)
      return cache.get(today, async () => await buildCourseResponses(outlineOf(await published.outline(), today), publicUrl))
    },

    /** Returns the zip file of a session's checkpoint; undefined if it was unpublished a moment ago. */
    checkpointOf: ({ checkpoints }: CourseResponses, session: SessionWithCheckpoint) =>
      checkpoints.get(session.page_id, async () => {
        const files = await published.checkpointFiles(session.page_id)
        const folder = folderOf(session.checkpoint, session)
        return files && CachedResponse.ofFile<Blob>(zipOf(folder, files), { name: `${folder}.zip`, type: 'application/zip' })
      }),

    /** Returns the checks of a session; undefined if they were unpublished a moment ago. */
    checksOf: ({ checks }: CourseResponses, { page_id }: Pick<OutlineSession, 'page_id'>) =>
      checks.get(page_id, async () => {
        const found = await published.checks(page_id)
        return found && toCachedResponse(endpoints.sessionChecks, { digest: hash('sha256', JSON.stringify(found)), checks: found })
      }),

    /** Returns what identifies the present text of a tutorial; undefined if it was unpublished a moment ago. */
    textHashOf: ({ textHashes }: CourseResponses, { page_id }: Pick<PlacedTutorial, 'page_id'>) =>
      textHashes.get(page_id, async () => {
        const found = await published.parts(page_id)
        return found && { text_hash: hashTutorial(found.parts) }
      }),

    /** Returns the content of a tutorial; undefined if it was unpublished a moment ago. */
    contentOf({ contents }: CourseResponses, tutorial: PlacedTutorial) {
      // URLs of locked pictures expire after one to two hours, and with them the responses that contain them.
      const expires = tutorial.free ? 0 : links.expiryAt(new Date())
      const key = `${tutorial.page_id} ${expires}`
      const signedUrl = (hash: string): string => config.publicApiUrl + links.signed(hash, expires)
      const urlOf = tutorial.free ? publicUrl : signedUrl
      return contents.get(key, async () => {
        const parts = await published.parts(tutorial.page_id)
        return parts && (await toCompressedResponse(endpoints.tutorialContent, tutorialContent(tutorial, parts, urlOf)))
      })
    },
  }
}

/** Decorates the app with the published courses. */
export const courses = fp(async (app) => {
  app.decorate('courses', courseCache(app))
})
