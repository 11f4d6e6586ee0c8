import { COURSE_IDS, COURSES, type CourseId, FIRST_COURSE, isCourseId } from '@academy/catalog'
import type { CourseSummary, TutorialContent } from '@academy/contract'
import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type AccessFacts, tutorialAccess } from '../../account/access-rules.ts'
import { ApiError, lacksEntitlement } from '../../api/api-error.ts'
import { parseResponse, requireFields, tsr, unwrapResponse } from '../../api/client.ts'
import { env } from '../../env.ts'
import { browserStorage } from '../../ui/web-storage.ts'

/** Content changes only when an author publishes, which is rare. */
const STALE_TIME_MS = 5 * 60_000

export const courseQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', courseId],
    queryFn: ({ signal }) =>
      parseResponse(tsr.courses.course.query({ params: { courseId }, fetchOptions: { signal } }), ({ data }) => data),
    staleTime: STALE_TIME_MS,
  })

/** HTML of the course's introduction video; '' without one. */
export const courseVideoQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', courseId, 'video'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.courses.courseVideo.query({ params: { courseId }, fetchOptions: { signal } }), ({ data }) => data.html),
    staleTime: STALE_TIME_MS,
  })

/** The courses, the Master Course first. */
export const coursesQuery = () =>
  queryOptions({
    queryKey: ['courses'],
    queryFn: async ({ signal }) => {
      const courses = await parseResponse(tsr.courses.list.query({ fetchOptions: { signal } }), ({ data }) => data)
      browserStorage.set(FURTHER_COURSES_KEY, JSON.stringify(furtherOf(courses).map(({ id, name }) => ({ id, name }))))
      return courses
    },
    staleTime: STALE_TIME_MS,
  })

const FURTHER_COURSES_KEY = 'academy.further-courses'

const furtherOf = (courses: CourseSummary[]) => courses.filter(({ id }) => id !== env.masterCourseId)

/** The catalog says whether there can be any. */
const useFurther = () => useQuery({ ...coursesQuery(), enabled: COURSE_IDS.length > 1, select: furtherOf })

/** Returns the courses beside the Master Course; none while they load. */
export const useFurtherCourses = (): CourseSummary[] => useFurther().data ?? []

/** Returns the names of these courses; while they load, those of the last visit of this browser, so that nothing below them moves. */
export function useFurtherCourseNames(): Pick<CourseSummary, 'id' | 'name'>[] {
  const { data, isLoading } = useFurther()
  const stored = isLoading ? browserStorage.getJson(FURTHER_COURSES_KEY) : null
  return data ?? (Array.isArray(stored) ? stored : [])
}

/** All sessions of a course with their tutorials, by number. */
export const sessionsQuery = (courseId = env.masterCourseId) =>
  queryOptions({
    queryKey: courseId === env.masterCourseId ? ['sessions'] : ['sessions', 'of', courseId],
    queryFn: ({ signal }) =>
      parseResponse(
        tsr.courses.sessions.query({ query: courseId === env.masterCourseId ? {} : { course: courseId }, fetchOptions: { signal } }),
        ({ data }) =>
          data.map((session) => requireFields(session, 'id', 'number', 'name', 'tutorials')).toSorted((a, b) => a.number - b.number),
      ),
    staleTime: STALE_TIME_MS,
  })

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId, 'properties'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.courses.session.query({ params: { sessionId }, fetchOptions: { signal } }), ({ data }) =>
        requireFields(data, 'id', 'properties'),
      ).catch(rethrowWithCatalogText('Failed to fetch session properties', 'Failed to load session data')),
    staleTime: STALE_TIME_MS,
  })

export const sessionTutorialsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId, 'tutorials'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.courses.sessionTutorials.query({ params: { sessionId }, fetchOptions: { signal } }), ({ data }) =>
        data.map((tutorial) => requireFields(tutorial, 'id', 'name')),
      ).catch(rethrowWithCatalogText('Failed to fetch session tutorials', 'Failed to load session data')),
    staleTime: STALE_TIME_MS,
  })

/**
 * The content of a tutorial, or why it is locked: the account lacks access, or the user has to agree first because the content would end the
 * guarantee. Expected results, not errors.
 */
type TutorialContentResult =
  | { locked: false; content: TutorialContent }
  | { locked: true; content?: never }
  | { locked: 'by_guarantee'; content?: never }

async function fetchContent(tutorialId: string, { start, signal }: { start?: 'false'; signal?: AbortSignal }): Promise<TutorialContent> {
  const call = tsr.courses.tutorialContent.query({
    params: { tutorialId },
    query: start ? { start } : {},
    ...(signal && { fetchOptions: { signal } }),
  })
  return await parseResponse(call, ({ data }) => requireFields(data, 'tips', 'next'))
}

export const tutorialContentQuery = (tutorialId: string) =>
  queryOptions({
    queryKey: ['tutorials', tutorialId, 'content'],
    queryFn: async ({ signal }): Promise<TutorialContentResult> => {
      try {
        return { locked: false, content: await fetchContent(tutorialId, { start: 'false', signal }) }
      } catch (error) {
        if (lacksEntitlement(error)) return { locked: true }
        if (error instanceof ApiError && error.code === 'guarantee_open') return { locked: 'by_guarantee' }
        return rethrowWithCatalogText('Failed to fetch tutorial content')(error)
      }
    },
    // The user may have bought the course since.
    staleTime: ({ state }) => (state.data?.locked ? 0 : STALE_TIME_MS),
  })

/** Returns whether a cached result is `by_guarantee`, which is outdated once the course has started. */
const needsGuaranteeConsent = ({ state }: Query): boolean => (state.data as TutorialContentResult | undefined)?.locked === 'by_guarantee'

/** Fetches the content of a tutorial for a user who starts the course with it, which ends the guarantee. */
export async function startCourseWith(client: QueryClient, tutorialId: string): Promise<void> {
  const content = await fetchContent(tutorialId, {})
  const { queryKey } = tutorialContentQuery(tutorialId)
  // An older response may say that the course has not started.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, { locked: false, content })
  // Removes the outdated results of tutorials that were prefetched before.
  client.removeQueries({ queryKey: ['tutorials'], predicate: needsGuaranteeConsent })
}

/** Fetches the project at the end of a session as a zip file; `start: 'false'` is refused if that would end the guarantee. */
export const fetchCheckpoint = (sessionId: string, query: { start?: 'false' }): Promise<Blob> =>
  unwrapResponse(tsr.courses.sessionCheckpoint.query({ params: { sessionId }, query }))

/** Refetches tutorials that needed the user's consent, after a download has started the course. */
export const refetchAfterCourseStart = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ['tutorials'], predicate: needsGuaranteeConsent })

type TutorialRef = { id: string; free?: boolean | undefined; vip?: boolean | undefined }

/** Prefetches a tutorial of a course that is not locked. */
export function prefetchTutorial(
  client: QueryClient,
  account: AccessFacts,
  { id, free = false, vip = false }: TutorialRef,
  product: CourseId | undefined,
): void {
  const access = tutorialAccess(account, { free, vip }, product)
  if (access !== 'locked' && access !== 'loading') void client.prefetchQuery(tutorialContentQuery(id))
}

/** Rethrows an ApiError with a text of the error catalog. */
const rethrowWithCatalogText =
  (failed: string, invalid = failed) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.code === 'no_session' || error.code === 'session_expired') throw error
    throw error.withMessage(error.code === 'invalid_response' ? invalid : failed)
  }

/** Returns the id of the course that the address names; that of the Master Course on other pages. */
const useShownCourseId = (): string => useParams().courseId?.trim() || env.masterCourseId

/** Returns the product of the shown course; undefined while that is unknown, which the Master Course never is. */
export function useShownProduct(): CourseId | undefined {
  const courseId = useShownCourseId()
  const isFirst = courseId === env.masterCourseId
  const { data } = useQuery({ ...coursesQuery(), enabled: !isFirst })
  if (isFirst) return FIRST_COURSE
  const product = data?.find(({ id }) => id === courseId)?.product
  return product !== undefined && isCourseId(product) ? product : undefined
}

/** Returns what the shown course is called within a sentence: 'the Master Course'. */
export function useShownCourseName(): string {
  const product = useShownProduct()
  return product ? COURSES[product].inText : 'the course'
}
