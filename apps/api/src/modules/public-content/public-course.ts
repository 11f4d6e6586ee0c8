import type { PublicCourse, PublicTutorial } from '@academy/contract'
import { withFileAddresses } from '../content/files/file-addresses.ts'
import type { PublishedResource } from '../content/published-content.store.ts'
import type { ResourceParts } from '../content/resource-parts.ts'
import type { OutlineCourse } from '../courses/outline.ts'
import { sessionSummary } from '../courses/response-bodies.ts'

/** A resource that the author marked as a sample, with its content. */
export type Sample = { resource: PublishedResource; parts: ResourceParts }

/** Returns the public body of a course. `address` returns the URL of a file by its hash. */
export const publicCourseBody = (
  { id, name, text, sessions }: OutlineCourse,
  { resources, samples }: { resources: number; samples: Sample[] },
  address: (hash: string) => string,
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
      prompt: withFileAddresses(parts.prompt?.html ?? '', address),
    })),
  },
})

/** Returns the public bodies of all tutorials of a course, by their ids. */
export const publicTutorialBodies = (course: OutlineCourse): [string, PublicTutorial][] =>
  course.sessions.flatMap((session) =>
    session.tutorials.map((tutorial, index) => [tutorial.id, { ...tutorial, course, session, number: index + 1 }]),
  )
