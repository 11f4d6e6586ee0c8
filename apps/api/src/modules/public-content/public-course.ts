import type { PublicCourse, PublicTutorial } from '@academy/contract'
import type { ResourceParts } from '../content/mirror/stored-parts.ts'
import { withFileUrls } from '../content/read/file-links.ts'
import type { PublishedResource } from '../content/read/published-content.store.ts'
import type { OutlineCourse } from '../courses/outline.ts'
import { sessionSummary } from '../courses/response-bodies.ts'

/** A resource that the author marked as a sample, with its content. */
export type Sample = { resource: PublishedResource; parts: ResourceParts }

/** Returns the public body of a course. `urlOf` returns the URL of a file by its hash. */
export const publicCourseBody = (
  { id, name, text, sessions }: OutlineCourse,
  { resources, samples }: { resources: number; samples: Sample[] },
  urlOf: (hash: string) => string,
): PublicCourse => ({
  id,
  name,
  description: text,
  sessions: sessions.map(sessionSummary),
  library: {
    resources,
    samples: samples.map(({ resource, parts }) => ({
      ...resource,
      category: resource.tags[0] ?? null,
      prompt: withFileUrls(parts.prompt?.html ?? '', urlOf),
    })),
  },
})

/** Returns the public bodies of all tutorials of a course, by their ids. */
export const publicTutorialBodies = (course: OutlineCourse): [string, PublicTutorial][] =>
  course.sessions.flatMap((session) =>
    session.tutorials.map((tutorial, index) => [tutorial.id, { ...tutorial, course, session, number: index + 1 }]),
  )
