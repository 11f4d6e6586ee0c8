import { COURSE_IDS, type CourseId, isCourseId, isCourseOpen } from '@academy/catalog'
import { byPosition, compareTexts } from '../content/read/by-position.ts'
import type { PublishedOutline, PublishedSession, PublishedTutorial } from '../content/read/published-content.store.ts'

type OutlineTutorial = PublishedTutorial & { product: CourseId; course_id: string; session_id: string; session_name: string }
export type OutlineSession = PublishedSession & { product: CourseId; course_id: string; number: number; tutorials: OutlineTutorial[] }
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
 * Builds the outline on a day (YYYY-MM-DD): sorts the pages, marks free tutorials, and links each tutorial to its neighbors across sessions. Before a
 * course opens, nothing of it is free, so that only those who own it read it.
 */
export function outlineOf(published: PublishedOutline, today: string): Outline {
  const sessionsOf = Map.groupBy(published.sessions, ({ course_page_id }) => course_page_id)
  const tutorialsOf = Map.groupBy(published.tutorials, ({ session_page_id }) => session_page_id)

  const courses = published.courses
    // The mirror may name a course that the version after this one sells.
    .filter(({ product }) => isCourseId(product))
    .toSorted(
      (a, b) => COURSE_IDS.indexOf(a.product) - COURSE_IDS.indexOf(b.product) || compareTexts(a.name, b.name) || compareTexts(a.id, b.id),
    )
    .map((course): OutlineCourse => {
      const isOpen = isCourseOpen(course, today)
      const sessions = numberSessions((sessionsOf.get(course.page_id) ?? []).toSorted(byPosition)).map((session): OutlineSession => {
        const tutorials = (tutorialsOf.get(session.page_id) ?? []).toSorted(byPosition).map(
          (tutorial): OutlineTutorial => ({
            ...tutorial,
            // Free at either level is free.
            free: isOpen && (session.free || tutorial.free),
            vip: isOpen && tutorial.vip,
            product: course.product,
            course_id: course.id,
            session_id: session.id,
            session_name: session.name,
          }),
        )
        return { ...session, free: isOpen && session.free, product: course.product, course_id: course.id, tutorials }
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
