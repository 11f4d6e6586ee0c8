import { contract } from '@academy/contract'
import { protectedPages, redirects } from '../src/pages.ts'

const { accounts, courses, learning } = contract

type PageName = keyof typeof protectedPages

/** What pages request at once for every user, besides the account context. A journey checks it against what the pages really request. */
const requestsByPage: Partial<Record<PageName, readonly { path: string }[]>> = {
  dashboard: [courses.course, courses.sessions, learning.progress],
  courses: [courses.list],
  course: [courses.course, courses.courseVideo, { path: `${courses.sessions.path}?course=:courseId` }, learning.progress],
  session: [courses.session, courses.sessionTutorials, learning.progress],
  // as the page does, without starting the course
  tutorial: [{ path: `${courses.tutorialContent.path}?start=false` }, courses.session, courses.sessionTutorials, learning.progress],
}

const patternOf = (path: string): string => `^${path.replace(/:(\w+)/g, '(?<$1>[\\w-]{1,100})')}$`
const requestsOf = (page: PageName): string[] => [accounts.context, ...(requestsByPage[page] ?? [])].map(({ path }) => path)

/** The first API requests of signed-in users by pattern of the page's path. */
export const firstRequests: readonly (readonly [path: string, apiPaths: readonly string[]])[] = [
  ...(Object.keys(protectedPages) as PageName[]).map((name) => [patternOf(protectedPages[name].path), requestsOf(name)] as const),
  ...Object.values(redirects).map(({ path, to }) => [patternOf(path), requestsOf(to)] as const),
]
