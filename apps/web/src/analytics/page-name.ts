import { matchPath } from 'react-router'
import { type Page, pages } from '../pages.ts'

const namedPages = Object.values<Pick<Page, 'path' | 'name'>>(pages).filter(({ name }) => name !== undefined)

/**
 * Returns the analytics name of a path, or the path without its outer slashes if no page matches. Ignores trailing slashes,
 * like the router. A pattern with a parameter also matches the paths below it. The last match in the table is the most specific one.
 */
export function pageName(pathname: string): string {
  const page = namedPages.findLast(({ path }) => matchPath({ path, end: !path.includes(':') }, pathname || '/'))
  return page?.name ?? pathname.replace(/^\/|(?<=.)\/+$/g, '')
}
