import type { PublicCourse, PublicTutorial } from '@academy/contract'
import { withFileAddresses } from '../content/files/file-addresses.ts'
import type { PublishedResource } from '../content/published-content.store.ts'
import type { ResourceParts } from '../content/resource-parts.ts'
import type { OutlineCourse, OutlineTutorial } from '../courses/outline.ts'
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
      id: resource.id,
      name: resource.name,
      description: resource.description,
      category: resource.tags[0] ?? null,
      prompt: withFileAddresses(parts.prompt?.html ?? '', address),
    })),
  },
})

/** Returns the public bodies of all tutorials of a course, by their ids. */
export const publicTutorialBodies = (course: OutlineCourse): [string, PublicTutorial][] =>
  course.sessions.flatMap((session) =>
    session.tutorials.map(({ id, name, description, free, vip, duration, read_minutes, build_minutes }: OutlineTutorial, index) => [
      id,
      {
        id,
        name,
        description,
        free,
        vip,
        duration,
        read_minutes,
        build_minutes,
        course: { id: course.id, name: course.name },
        session: { id: session.id, number: session.number, name: session.name },
        number: index + 1,
      },
    ]),
  )
