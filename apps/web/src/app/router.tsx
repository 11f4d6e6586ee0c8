import { type ReactElement, Suspense, useState } from 'react'
import { matchPath, Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router'
import { env } from '../env.ts'
import LoginPage from '../features/auth/login-page.tsx'
import { SessionLoading } from '../features/auth/session-loading.tsx'
import { type Page, protectedPages, publicPages, redirects } from '../pages.ts'
import { buildPath, paths } from '../paths.ts'
import { hasStoredSession } from '../session/auth-redirect.ts'
import type { SignInState } from '../session/return-path.ts'
import { useSession } from '../session/session.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { type LazyPage, lazyPage, type PageComponent } from './lazy-page.tsx'
import { PublicLayout } from './public-layout.tsx'

const ProtectedArea = lazyPage(async () => ({ default: (await import('./protected-area.tsx')).ProtectedArea }))
const NotFound = lazyPage(async () => ({ default: (await import('./not-found.tsx')).NotFound }))

// One chunk per page. The protected area adds what only signed-in users need: server state, contract and shell.
const files = import.meta.glob<{ default: PageComponent }>(['./app/pages/*-page.tsx', './features/*/*-page.tsx', '!**/login-page.tsx'], {
  base: '../',
})
const lazyPages = new Map(Object.entries(files).map(([file, load]) => [file, lazyPage(load)]))

function lazyPageOf({ path, file }: Page): LazyPage {
  const Page = lazyPages.get(`./${file}`)
  if (!Page) throw new Error(`The page ${path} has no file ${file}.`)
  return Page
}

// Sign-in is part of the first chunk, because every visitor without a session sees it.
const routeOf = (page: Page) => {
  const Page = page === publicPages.login ? LoginPage : lazyPageOf(page)
  return (
    <Route
      key={page.path}
      path={page.path}
      element={
        <AtOwnAddress path={page.path}>
          <Page />
        </AtOwnAddress>
      }
    />
  )
}
const publicRoutes = Object.values(publicPages).map(routeOf)
const protectedRoutes = Object.values(protectedPages).map(routeOf)
const courseRedirects = [redirects.oldCourse, redirects.oldSession, redirects.oldTutorial].map(({ path }) => (
  <Route key={path} path={path} element={<CourseRedirect />} />
))

/**
 * Loads the code of the first page. The app renders afterwards, because a fallback of React's Suspense stays for at least 300 ms. Resolves
 * also after a failure: the page tries again and shows its errors.
 */
export async function loadFirstPage(pathname: string): Promise<void> {
  await Promise.allSettled(firstPages(pathname).map(({ load }) => load()))
}

function firstPages(pathname: string): LazyPage[] {
  const find = <P extends { path: string }>(table: Record<string, P>) => Object.values(table).find(({ path }) => matchPath(path, pathname))
  const publicPage: Page | undefined = find(publicPages)
  if (publicPage && !(publicPage.signedOutOnly && hasStoredSession()))
    return publicPage === publicPages.login ? [] : [lazyPageOf(publicPage)]
  const redirect = find(redirects)
  const page = publicPage ? protectedPages.dashboard : redirect ? protectedPages[redirect.to] : find(protectedPages)
  if (!page) return hasStoredSession() ? [ProtectedArea, NotFound] : [NotFound]
  return hasStoredSession() ? [ProtectedArea, lazyPageOf(page)] : []
}

/** Redirects to the address as the page table spells it: routes ignore case, and slashes at the end. */
function AtOwnAddress({ path, children }: { path: string; children: ReactElement }) {
  const { pathname, search, hash } = useLocation()
  const address = buildPath(path)(...(Object.values(useParams()) as string[]))
  return address === pathname ? children : <Navigate to={address + search + hash} replace />
}

export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route path={redirects.home.path} element={<Navigate to={paths.dashboard()} replace />} />

        <Route element={<PublicLayout />}>{publicRoutes}</Route>

        <Route element={<RequireSession />}>
          <Route element={<ProtectedArea />}>{protectedRoutes}</Route>
          {courseRedirects}
        </Route>

        <Route element={<ShellOfUsers />}>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </Suspense>
  )
}

/** Shows its pages inside the shell to signed-in users. Visitors see them alone, without a redirect. */
function ShellOfUsers() {
  const session = useSession()
  if (session.status === 'loading') return <SessionLoading />
  return session.status === 'signed-in' ? <ProtectedArea key={session.session.user.id} /> : <Outlet />
}

/** Redirects /course, from when the academy had one course, to the Master Course. */
function CourseRedirect() {
  const { sessionId = '', tutorialId } = useParams()
  const courseId = env.masterCourseId
  const address = tutorialId
    ? paths.tutorial(courseId, sessionId, tutorialId)
    : sessionId
      ? paths.session(courseId, sessionId)
      : paths.course()
  return <Navigate to={address} replace />
}

/** Shows protected pages to signed-in users and redirects others to sign-in. For display only: the server decides every access. */
function RequireSession() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (session.status === 'signed-in' && !wasSignedIn) setWasSignedIn(true)

  if (session.status === 'loading') return <SessionLoading />
  // Remounts when another user signs in in another tab.
  if (session.status === 'signed-in') return <Outlet key={session.session.user.id} />
  // After signing out by choice there is no return path.
  const state: SignInState | null = wasSignedIn && session.byChoice ? null : { from: pathname + search + hash }
  return <Navigate to={paths.login()} replace state={state} />
}
