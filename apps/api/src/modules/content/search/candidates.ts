import { type Entitlements, mayOpenTutorial } from '@academy/catalog'
import type { FastifyInstance } from 'fastify'
import type { OwnText } from './private-texts.store.ts'
import type { Candidate } from './rank-results.ts'
import type { FoundDocument, Readable } from './search-content.store.ts'

type PublishedCourses = Awaited<ReturnType<FastifyInstance['courses']['current']>>
type PageLocation = Pick<Candidate, 'id' | 'session_id' | 'course_id' | 'title' | 'place'>

/** The published tutorials and sessions as a search needs them: computed once for each publish. */
export type SearchOutline = ReturnType<typeof searchOutline>

export function searchOutline({ tutorials, outlineSessions, outlineCourses }: PublishedCourses) {
  /** Names the course in the place of what is found, if there are several. */
  const inCourse = (place: string, courseId: string) =>
    outlineCourses.size > 1 ? `${outlineCourses.get(courseId)?.name ?? ''}: ${place}` : place
  const tutorialLocations = [...tutorials.values()].map((tutorial) => {
    const { id, session_id, course_id, name, page_id } = tutorial
    const session = outlineSessions.get(session_id)
    const location: PageLocation = {
      id,
      session_id,
      course_id,
      title: name,
      place: session ? inCourse(`${session.number} ${session.name}`, course_id) : '',
    }
    return { page_id, tutorial, location }
  })
  return {
    tutorialLocations,
    tutorialByPage: new Map(tutorialLocations.map(({ page_id, location }) => [page_id, location])),
    tutorialById: new Map(tutorialLocations.map(({ location }) => [location.id, location])),
    sessionByPage: new Map(
      [...outlineSessions.values()].map(({ page_id, id, course_id, name, number }): [string, PageLocation] => [
        page_id,
        { id, session_id: id, course_id, title: name, place: inCourse(`Session ${number}`, course_id) },
      ]),
    ),
  }
}

/** Returns the pages that the account may read, by the rules of the catalog. Every user may read the session pages. */
export function readableBy(entitlements: Entitlements, { tutorialLocations, sessionByPage }: SearchOutline): Readable {
  const open = tutorialLocations.filter(({ tutorial }) => mayOpenTutorial(tutorial, entitlements))
  return { pages: [...open.map(({ page_id }) => page_id), ...sessionByPage.keys()], resources: entitlements.resources }
}

/** Returns the candidate of a document; undefined if its page or its parent is no longer published. */
export function candidateOf(found: FoundDocument, { tutorialByPage, sessionByPage }: SearchOutline): Candidate | undefined {
  const { kind, body, cues, resource, notion_page_id } = found
  const terms = new Map(found.words)
  const common = { body, cues, termOf: (word: string) => terms.get(word), score: found.score * found.coverage, locked: kind === 'title' }
  if (resource !== null) {
    return {
      ...common,
      kind: 'resource',
      id: resource.id,
      session_id: null,
      course_id: null,
      title: resource.name,
      place: 'Prompt Library',
    }
  }
  const session = sessionByPage.get(notion_page_id)
  if (session) return { ...common, kind: 'session', ...session }
  const tutorial = tutorialByPage.get(notion_page_id)
  return tutorial && { ...common, kind: kind === 'title' ? 'tutorial' : kind, ...tutorial }
}

/** The scores of a match in the title and in the text of an own prompt or note: about as high as the score of a rare word in the content. */
const TITLE_SCORE = 9
const TEXT_SCORE = 5

/**
 * Returns the candidate of an own prompt or note; undefined for a note on a tutorial that is no longer published. `wordCount` is the number
 * of words in the query.
 */
export function candidateOfOwn(own: OwnText, wordCount: number, { tutorialById }: SearchOutline): Candidate | undefined {
  const { kind, id, title, text, stems, inTitle, inText, locked } = own
  const common = {
    id,
    kind,
    body: text,
    cues: null,
    termOf: (word: string) => stems.find(([stem]) => word.startsWith(stem))?.[1],
    score: ((inTitle * TITLE_SCORE + inText * TEXT_SCORE) * stems.length) / wordCount,
    locked,
  }
  if (kind === 'own_prompt') return { ...common, session_id: null, course_id: null, title, place: 'My Prompts' }
  const tutorial = tutorialById.get(id)
  return (
    tutorial && { ...common, session_id: tutorial.session_id, course_id: tutorial.course_id, title: tutorial.title, place: tutorial.place }
  )
}
