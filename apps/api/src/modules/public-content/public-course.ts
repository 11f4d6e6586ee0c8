import { isCourseOpen } from '@academy/catalog'
import type { News, Proof, PublicCourse, PublicTutorial } from '@academy/contract'
import type { ResourceParts } from '../content/mirror/stored-parts.ts'
import { compareTexts } from '../content/read/by-position.ts'
import { withFileUrls } from '../content/read/file-links.ts'
import type { PublishedResource } from '../content/read/published-content.store.ts'
import { tryResult } from '../content/read/trial.ts'
import type { OutlineCourse } from '../courses/outline.ts'
import { sessionSummary } from '../courses/response-bodies.ts'

/** A resource that the author marked as a sample, with its content. */
export type Sample = { resource: PublishedResource; parts: ResourceParts }

/** Returns the day on which a course opens; null for an open one. */
const openingDay = (course: OutlineCourse): string | null =>
  isCourseOpen(course, new Date().toISOString().slice(0, 10)) ? null : course.opens_on

/** Returns the public body of one of the courses. `urlOf` returns the URL of a file by its hash. */
export const publicCourseBody = (
  course: OutlineCourse,
  courses: readonly OutlineCourse[],
  { resources, samples }: { resources: number; samples: Sample[] },
  urlOf: (hash: string) => string,
): PublicCourse => ({
  id: course.id,
  name: course.name,
  description: course.text,
  product: course.product,
  opens_on: openingDay(course),
  others: courses
    .filter((other) => other !== course)
    .map((other) => ({ id: other.id, name: other.name, text: other.text.split('\n', 1)[0] ?? '', opens_on: openingDay(other) })),
  sessions: course.sessions.map(sessionSummary),
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

const MAX_NEWS = 50

/** Returns the titles of a course and of the samples, last changed first. */
export function newsOf(course: OutlineCourse, samples: Sample[]): News[] {
  const tutorials = course.sessions.flatMap((session) =>
    session.tutorials.map((tutorial) => ({
      ...tutorial,
      // Below a course that is a draft, tutorials are stored, but not shown.
      published_at: new Date(Math.max(tutorial.published_at.getTime(), course.published_at.getTime())),
      kind: 'tutorial' as const,
      session_id: session.id,
    })),
  )
  const resources = samples.map(({ resource }) => ({ ...resource, kind: 'resource' as const, session_id: null, free: true }))
  return [...tutorials, ...resources]
    .map(({ published_at, last_edited_time, ...page }) => ({
      ...page,
      published_at: published_at.toISOString(),
      updated_at: new Date(Math.max(published_at.getTime(), last_edited_time.getTime())).toISOString(),
    }))
    .toSorted((a, b) => compareTexts(b.updated_at, a.updated_at) || compareTexts(a.id, b.id))
    .slice(0, MAX_NEWS)
}

/** Returns the results of all prompts that were tried, the best share first; of equal ones that of more runs. */
export function proofOf(resources: PublishedResource[]): Proof {
  const results = resources.flatMap(({ id, name, tries }) => {
    const result = tryResult(tries)
    return result === null ? [] : [{ id, name, result }]
  })
  const share = ({ result: { passed, runs } }: Proof['results'][number]): number => passed / runs
  return {
    resources: resources.length,
    results: results.toSorted(
      (a, b) => share(b) - share(a) || b.result.interval.from - a.result.interval.from || compareTexts(a.name, b.name),
    ),
  }
}
