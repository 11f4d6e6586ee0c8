import { byPosition, compareTexts } from '../content/read/by-position.ts'
import type { PublishedOutline, PublishedSession, PublishedTutorial } from '../content/read/published-content.store.ts'

type OutlineTutorial = PublishedTutorial & { course_id: string; session_id: string; session_name: string }
export type OutlineSession = PublishedSession & { course_id: string; number: number; tutorials: OutlineTutorial[] }
export type OutlineCourse = PublishedOutline['courses'][number] & { sessions: OutlineSession[] }
/** A tutorial with its neighbors in the whole course. */
export type PlacedTutorial = OutlineTutorial & { before: OutlineTutorial | undefined; next: OutlineTutorial | undefined }

/** All courses in reading order, without sessions and tutorials whose parent is not published. */
export type Outline = {
  courses: OutlineCourse[]
  sessions: OutlineSession[]
  /** By public id. */
  tutorials: Map<string, PlacedTutorial>
}

/** Returns the ids of the sessions with checks, in order; none of an unknown course. `courses`: by public id. */
export const sessionsWithChecks = (courses: ReadonlyMap<string, OutlineCourse>, courseId: string): string[] =>
  (courses.get(courseId)?.sessions ?? []).filter(({ has_checks }) => has_checks).map(({ id }) => id)

/** Numbers sessions as the author did. A session without a number continues from the one before it. */
function numberSessions<T extends PublishedSession>(sessions: T[]): (T & { number: number })[] {
  let last = 0
  return sessions.map((session) => {
    last = session.position ?? Math.floor(last) + 1
    return { ...session, number: last }
  })
}

/**
 * Builds the outline: sorts the pages, marks free tutorials, and links each tutorial to its neighbors across sessions.
 */
export function outlineOf(published: PublishedOutline): Outline {
  const sessionsOf = Map.groupBy(published.sessions, ({ course_page_id }) => course_page_id)
  const tutorialsOf = Map.groupBy(published.tutorials, ({ session_page_id }) => session_page_id)

  const courses = published.courses
    .toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id))
    .map((course): OutlineCourse => {
      const sessions = numberSessions((sessionsOf.get(course.page_id) ?? []).toSorted(byPosition)).map((session): OutlineSession => {
        const tutorials = (tutorialsOf.get(session.page_id) ?? []).toSorted(byPosition).map(
          (tutorial): OutlineTutorial => ({
            ...tutorial,
            // Free at either level is free.
            free: session.free || tutorial.free,
            course_id: course.id,
            session_id: session.id,
            session_name: session.name,
          }),
        )
        return { ...session, course_id: course.id, tutorials }
      })
      return { ...course, sessions }
    })

  const tutorials: Outline['tutorials'] = new Map()
  for (const { sessions } of courses) {
    const inOrder = sessions.flatMap((session) => session.tutorials)
    inOrder.forEach((tutorial, i) => {
      tutorials.set(tutorial.id, { ...tutorial, before: inOrder[i - 1], next: inOrder[i + 1] })
    })
  }
  return { courses, sessions: courses.flatMap(({ sessions }) => sessions), tutorials }
}
