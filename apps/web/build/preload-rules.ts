import { type Page, protectedPages, publicPages, redirects } from '../src/pages.ts'

/** Modules to preload by path pattern. The first match applies. */
export type PreloadRules = readonly (readonly [path: RegExp, modules: readonly string[]])[]

export const AUTH_CLIENT = 'src/session/auth-client.ts'
const PROTECTED_AREA = 'src/app/protected-area.tsx'

const moduleOf = ({ file }: { file: string }) => `src/${file}`
const inProtectedArea = (page: Page) => [PROTECTED_AREA, moduleOf(page)]
const inPublicLayout = (page: Page) => [...(page.authClient ? [AUTH_CLIENT] : []), moduleOf(page)]
const publicList: readonly Page[] = Object.values(publicPages)

/** For users with a session: what each path shows them. The auth client comes on top if their token must be refreshed. */
export const signedIn: PreloadRules = [
  ...groupByModules([
    ...Object.values(protectedPages).map((page) => [page.path, inProtectedArea(page)] as const),
    ...Object.values(redirects).map(({ path, to }) => [path, inProtectedArea(protectedPages[to])] as const),
    ...publicList.map(
      (page) => [page.path, page.signedOutOnly ? inProtectedArea(protectedPages.dashboard) : inPublicLayout(page)] as const,
    ),
  ]),
  [/^/, [PROTECTED_AREA]],
]

/** For visitors without a session: the public pages. All other paths lead to sign-in, which is part of the first chunk. */
export const signedOut: PreloadRules = groupByModules(
  publicList.filter((page) => page !== publicPages.login).map((page) => [page.path, inPublicLayout(page)] as const),
)

/** Joins the patterns of all paths that need the same modules. */
function groupByModules(rules: readonly (readonly [path: string, modules: readonly string[]])[]): PreloadRules {
  const groups = Object.values(Object.groupBy(rules, ([, modules]) => modules.join()))
  return groups.map((group = []) => {
    const patterns = group.map(([path]) => path.slice(1).replace(/:\w+/g, '[^/]+'))
    return [new RegExp(`^/(${patterns.join('|')})$`), group[0]?.[1] ?? []] as const
  })
}
