import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import { ReadyMade } from '../../plugins/ready-made.ts'
import { fileLinks, filePath } from '../content/files/file-links.ts'
import { Kept, keptValue } from '../content/kept.ts'
import { publishedContent } from '../content/published-content.store.ts'
import { courseAnswer, courseVideo, sessionAnswer, sessionSummary, sessionTutorials, tutorialContent } from './answers.ts'
import { type Outline, outlineOf, type PlacedTutorial } from './outline.ts'

/** Content of about 2,000 tutorials of usual length. */
const CONTENT_BYTES = 64 * 1024 * 1024

const schemas = {
  course: contract.courses.course.responses[200],
  video: contract.courses.courseVideo.responses[200],
  sessions: contract.courses.sessions.responses[200],
  session: contract.courses.session.responses[200],
  sessionTutorials: contract.courses.sessionTutorials.responses[200],
  content: contract.courses.tutorialContent.responses[200],
}

/** A checked answer, its JSON made once. The contract is kept here, when content changes, so that no request has to pay for it. */
const answer = <T extends z.ZodType>(schema: T, data: unknown): ReadyMade<z.output<T>> =>
  ReadyMade.of(schema.parse({ success: true, data }))

/** Everything that is published, as ready-made answers. It never changes: when something is published, another one takes its place. */
function shelfOf({ courses, sessions, tutorials }: Outline, openAddress: (hash: string) => string) {
  return {
    course: new Map(courses.map((course) => [course.id, answer(schemas.course, courseAnswer(course))])),
    video: new Map(courses.map((course) => [course.id, answer(schemas.video, courseVideo(course, openAddress))])),
    sessions: answer(schemas.sessions, sessions.map(sessionSummary)),
    session: new Map(sessions.map((session) => [session.id, answer(schemas.session, sessionAnswer(session))])),
    sessionTutorials: new Map(sessions.map((session) => [session.id, answer(schemas.sessionTutorials, sessionTutorials(session))])),
    tutorials,
    /** Filled as tutorials are opened. */
    contents: new Kept<ReadyMade<z.output<typeof schemas.content>>>(CONTENT_BYTES, ({ size }) => size),
  }
}
type Shelf = ReturnType<typeof shelfOf>

/** The shelf of this process: filled from the mirror by the first request, emptied whenever anything is published. */
export function courseShelf(app: FastifyInstance, config: Config) {
  const published = publishedContent(app.db)
  const links = fileLinks(config.fileSigningKey)
  const openAddress = (hash: string): string => config.publicApiUrl + filePath(hash)
  const shelf = keptValue(async () => shelfOf(outlineOf(await published.outline()), openAddress))
  app.onPublished(shelf.forget)

  return {
    /** What is published now: at once when it is in memory, else as soon as it is read. */
    current: shelf.get,

    /** The content of a tutorial of a shelf; undefined if it was taken back a moment ago. */
    contentOf({ contents }: Shelf, tutorial: PlacedTutorial) {
      // Addresses of locked pictures end after an hour or two, and the answers that hold them with them.
      const expires = tutorial.free ? 0 : links.expiryAt(new Date())
      const key = `${tutorial.page_id} ${expires}`
      const lockedAddress = (hash: string): string => config.publicApiUrl + links.signed(hash, expires)
      const address = tutorial.free ? openAddress : lockedAddress
      return (
        contents.peek(key) ??
        contents.load(key, async () => {
          const parts = await published.parts(tutorial.page_id)
          return parts && answer(schemas.content, tutorialContent(tutorial, parts, address))
        })
      )
    },
  }
}
