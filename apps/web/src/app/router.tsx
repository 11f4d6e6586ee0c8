import { Suspense } from 'react'
import { matchPath, Navigate, Route, Routes, useParams } from 'react-router'
import { env } from '../env.ts'
import LoginPage from '../features/auth/login-page.tsx'
import { paths, routes } from '../paths.ts'
import { mayHaveSession } from '../session/arrival.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import { NotFound } from './not-found.tsx'
import { PublicLayout } from './public-layout.tsx'
import { RequireSession } from './require-session.tsx'

// One chunk per page; what only signed-in people need (server state, contract, shell) comes with the protected area.
// Sign-in is part of the first chunk: it is what strangers meet, wherever they knock.
const SignupPage = lazyPage(() => import('../features/auth/signup-page.tsx'))
const ResetPasswordPage = lazyPage(() => import('../features/auth/reset-password-page.tsx'))
const ProtectedArea = lazyPage(async () => ({ default: (await import('./protected-area.tsx')).ProtectedArea }))
const DashboardPage = lazyPage(() => import('./pages/dashboard-page.tsx'))
const SessionPage = lazyPage(() => import('../features/courses/session-page.tsx'))

const protectedPages: [path: string, Page: LazyPage][] = [
  [routes.dashboard, DashboardPage],
  [routes.course, lazyPage(() => import('../features/courses/course-page.tsx'))],
  [routes.session, SessionPage],
  [routes.tutorial, SessionPage],
  [routes.resources, lazyPage(() => import('../features/library/library-page.tsx'))],
  [routes.resource, lazyPage(() => import('../features/library/resource-page.tsx'))],
  [routes.myPrompts, lazyPage(() => import('../features/prompts/prompts-page.tsx'))],
  [routes.myPrompt, lazyPage(() => import('../features/prompts/prompt-page.tsx'))],
  [routes.community, lazyPage(() => import('../features/community/community-page.tsx'))],
  [routes.premiumSlack, lazyPage(() => import('../features/community/premium-slack-page.tsx'))],
  [routes.coderBoards, lazyPage(() => import('../features/coder-boards/coder-boards-page.tsx'))],
  [routes.mentorship, lazyPage(() => import('../features/mentorship/mentorship-page.tsx'))],
  [routes.settings, lazyPage(() => import('./pages/settings-page.tsx'))],
  [routes.content, lazyPage(() => import('../features/content-admin/content-page.tsx'))],
  [routes.accounts, lazyPage(() => import('../features/account-admin/accounts-page.tsx'))],
  [routes.account, lazyPage(() => import('../features/account-admin/account-page.tsx'))],
]

/** Fetches what somebody with a session is about to see, while that session is looked at. */
export function loadFirstPage(pathname: string): void {
  if (!mayHaveSession()) return
  const [, Page] = protectedPages.find(([path]) => matchPath(path, pathname)) ?? []
  // What cannot be fetched now is asked for again by the page, which says so.
  for (const { load } of [ProtectedArea, Page ?? DashboardPage]) load().catch(() => undefined)
}

/** Every address of the app. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route path={routes.home} element={<Navigate to={paths.dashboard()} replace />} />

        <Route element={<PublicLayout />}>
          <Route path={routes.signup} element={<SignupPage />} />
          <Route path={routes.login} element={<LoginPage />} />
          <Route path={routes.resetPassword} element={<ResetPasswordPage />} />
        </Route>

        <Route element={<RequireSession />}>
          <Route element={<ProtectedArea />}>
            {protectedPages.map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route path={routes.courses} element={<ToCourse />} />
          <Route path={routes.oldCourse} element={<ToCourse />} />
          <Route path={routes.oldSession} element={<ToCourse />} />
          <Route path={routes.oldTutorial} element={<ToCourse />} />
        </Route>

        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}

/** Leads short and old addresses to the one course (ROUTE-12..15, D-03). */
function ToCourse() {
  const { sessionId, tutorialId } = useParams()
  const courseId = env.masterCourseId
  if (sessionId && tutorialId) return <Navigate to={paths.tutorial(courseId, sessionId, tutorialId)} replace />
  if (sessionId) return <Navigate to={paths.session(courseId, sessionId)} replace />
  return <Navigate to={paths.course()} replace />
}
