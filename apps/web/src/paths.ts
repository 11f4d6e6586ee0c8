import { env } from './env.ts'
import { pages } from './pages.ts'

/** One string for each parameter of a path pattern. */
type Ids<Pattern extends string> = Pattern extends `${string}/:${string}/${infer Rest}`
  ? [id: string, ...Ids<`/${Rest}`>]
  : Pattern extends `${string}/:${string}`
    ? [id: string]
    : []

type Paths = { [Name in keyof typeof pages]: (...ids: Ids<(typeof pages)[Name]['path']>) => string }

/** Returns a function that writes ids into the pattern of a path. */
export const buildPath =
  (pattern: string) =>
  (...ids: string[]) =>
    pattern.replace(/:\w+/g, () => encodeURIComponent(ids.shift() ?? ''))

const builders = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, buildPath(path)])) as Paths

/** Builds the path of each page. Build links with these functions only. */
export const paths = { ...builders, course: (courseId: string = env.masterCourseId) => builders.course(courseId) }
