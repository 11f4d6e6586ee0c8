import { Suspense } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import { env } from '../env.ts'
import LoginPage from '../features/auth/login-page.tsx'
import { paths, routes } from '../paths.ts'
import { hasStoredSession } from '../session/auth-redirect.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import { NotFound } from './not-found.tsx'
import { PublicLayout } from './public-layout.tsx'
import { RequireSession } from './require-session.tsx'

// One chunk per page. The protected area adds what only signed-in users need: server state, contract and shell.
// Sign-in is part of the first chunk, because every visitor without a session sees it.
const SignupPage = lazyPage(() => import('../features/auth/signup-page.tsx'))
const ResetPasswordPage = lazyPage(() => import('../features/auth/reset-password-page.tsx'))
const MailLinkPage = lazyPage(() => import('../features/auth/mail-link-page.tsx'))
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
  [routes.authorGuide, lazyPage(() => import('../features/author-guide/author-guide-page.tsx'))],
  [routes.content, lazyPage(() => import('../features/content-admin/content-page.tsx'))],
  [routes.contentPreview, lazyPage(() => import('../features/content-admin/preview-page.tsx'))],
  [routes.accounts, lazyPage(() => import('../features/account-admin/accounts-page.tsx'))],
  [routes.account, lazyPage(() => import('../features/account-admin/account-page.tsx'))],
]

/** Preloads the first page of a signed-in user while the session is checked. */
export function preloadFirstPage(pathname: string): void {
  if (!hasStoredSession()) return
  const [, Page] = protectedPages.find(([path]) => matchPath(path, pathname)) ?? []
  // The page retries a failed preload and shows its errors.
  for (const { load } of [ProtectedArea, Page ?? DashboardPage]) load().catch(() => undefined)
}

/** All routes of the app. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route path={routes.home} element={<Navigate to={paths.dashboard()} replace />} />

        <Route element={<PublicLayout />}>
          <Route path={routes.signup} element={<SignupPage />} />
          <Route path={routes.login} element={<LoginPage />} />
          <Route path={routes.resetPassword} element={<ResetPasswordPage />} />
          <Route path={routes.confirm} element={<MailLinkPage />} />
        </Route>

        <Route element={<RequireSession />}>
          <Route element={<ProtectedArea />}>
            {protectedPages.map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route path={routes.courses} element={<CourseRedirect />} />
          <Route path={routes.oldCourse} element={<CourseRedirect />} />
          <Route path={routes.oldSession} element={<CourseRedirect />} />
          <Route path={routes.oldTutorial} element={<CourseRedirect />} />
        </Route>

        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}

/** Redirects /course and /courses to the one course (ROUTE-12..15, D-03). */
function CourseRedirect() {
  const { sessionId, tutorialId } = useParams()
  const state: unknown = useLocation().state
  const courseId = env.masterCourseId
  // "Back to Courses" on the error page of this course must not lead back to that error.
  if (typeof state === 'object' && state !== null && 'failedCourse' in state && state.failedCourse === courseId) {
    return <Navigate to={paths.dashboard()} replace />
  }
  if (sessionId && tutorialId) return <Navigate to={paths.tutorial(courseId, sessionId, tutorialId)} replace />
  if (sessionId) return <Navigate to={paths.session(courseId, sessionId)} replace />
  return <Navigate to={paths.course()} replace />
}
