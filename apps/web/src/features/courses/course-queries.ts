import type { TutorialContent } from '@academy/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Knowledge, tutorialAccess } from '../../account/access-rules.ts'
import { ApiError } from '../../api/api-error.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'

/** The outline and the content change when somebody publishes, which is rare; the server answers a repeat from memory. */
const FRESH_MS = 5 * 60_000

export const courseQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', courseId],
    queryFn: async ({ signal }) => (await bodyOf(tsr.courses.course.query({ params: { courseId }, fetchOptions: { signal } }))).data,
    staleTime: FRESH_MS,
  })

/** The HTML of a course's introduction; '' when it has none. */
export const courseVideoQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', courseId, 'video'],
    queryFn: async ({ signal }) =>
      (await bodyOf(tsr.courses.courseVideo.query({ params: { courseId }, fetchOptions: { signal } }))).data.html,
    staleTime: FRESH_MS,
  })

/** All sessions with their tutorials, in order. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => {
      const { data } = await bodyOf(tsr.courses.sessions.query({ fetchOptions: { signal } }))
      return data.toSorted((one, other) => one.number - other.number)
    },
    staleTime: FRESH_MS,
  })

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId, 'properties'],
    queryFn: async ({ signal }) => {
      const reply = bodyOf(tsr.courses.session.query({ params: { sessionId }, fetchOptions: { signal } }))
      return (await reply.catch(inWords('Failed to fetch session properties'))).data
    },
    staleTime: FRESH_MS,
  })

export const sessionTutorialsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId, 'tutorials'],
    queryFn: async ({ signal }) => {
      const reply = bodyOf(tsr.courses.sessionTutorials.query({ params: { sessionId }, fetchOptions: { signal } }))
      return (await reply.catch(inWords('Failed to fetch session tutorials'))).data
    },
    staleTime: FRESH_MS,
  })

/** A tutorial's content, or that the person may not open it: an expected answer, not a failure (D-47). */
export type TutorialAnswer = { locked: false; content: TutorialContent } | { locked: true }

export const tutorialContentQuery = (tutorialId: string) =>
  queryOptions({
    queryKey: ['tutorials', tutorialId, 'content'],
    queryFn: async ({ signal }): Promise<TutorialAnswer> => {
      try {
        const { data } = await bodyOf(tsr.courses.tutorialContent.query({ params: { tutorialId }, fetchOptions: { signal } }))
        return { locked: false, content: data }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'entitlement_required') return { locked: true }
        return inWords('Failed to fetch tutorial content')(error)
      }
    },
    // What was locked may have been bought since.
    staleTime: ({ state }) => (state.data?.locked ? 0 : FRESH_MS),
  })

type KnownTutorial = { id: string; free?: boolean | undefined; vip?: boolean | undefined }

/** Fetches a tutorial that somebody is about to open, unless it is locked for all we know. */
export function prefetchTutorial(client: QueryClient, account: Knowledge, { id, free = false, vip = false }: KnownTutorial): void {
  const access = tutorialAccess(account, { free, vip })
  if (access !== 'locked' && access !== 'loading') void client.prefetchQuery(tutorialContentQuery(id))
}

/** Rethrows a refused call in the catalogue's words (ERR-51..53); its status and code stay. */
const inWords =
  (message: string) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.code !== 'no_session' && error.code !== 'session_expired' ? error.withMessage(message) : error
  }
