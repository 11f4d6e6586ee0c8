import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useParams } from 'react-router'
import { env } from '../env.ts'
import LoginPage from '../features/auth/login-page.tsx'
import { paths, routes } from '../paths.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { NotFound } from './not-found.tsx'
import { PublicLayout } from './public-layout.tsx'
import { RequireSession } from './require-session.tsx'

// One chunk per page; what only signed-in people need (server state, contract, shell) comes with the protected area.
// Sign-in is part of the first chunk: it is what strangers meet, wherever they knock.
const ProtectedArea = lazy(() => import('./protected-area.tsx').then((module) => ({ default: module.ProtectedArea })))
const SignupPage = lazy(() => import('../features/auth/signup-page.tsx'))
const ResetPasswordPage = lazy(() => import('../features/auth/reset-password-page.tsx'))
const DashboardPage = lazy(() => import('./pages/dashboard-page.tsx'))
const SettingsPage = lazy(() => import('./pages/settings-page.tsx'))
const CoursePage = lazy(() => import('../features/courses/course-page.tsx'))
const LibraryPage = lazy(() => import('../features/library/library-page.tsx'))
const ResourcePage = lazy(() => import('../features/library/resource-page.tsx'))
const PromptsPage = lazy(() => import('../features/prompts/prompts-page.tsx'))
const PromptPage = lazy(() => import('../features/prompts/prompt-page.tsx'))
const CommunityPage = lazy(() => import('../features/community/community-page.tsx'))
const PremiumSlackPage = lazy(() => import('../features/community/premium-slack-page.tsx'))
const CoderBoardsPage = lazy(() => import('../features/coder-boards/coder-boards-page.tsx'))
const MentorshipPage = lazy(() => import('../features/mentorship/mentorship-page.tsx'))
const ContentPage = lazy(() => import('../features/content-admin/content-page.tsx'))
const AccountsPage = lazy(() => import('../features/account-admin/accounts-page.tsx'))
const AccountPage = lazy(() => import('../features/account-admin/account-page.tsx'))
const SessionPage = lazy(() => import('../features/courses/session-page.tsx'))

/** Every address of the app. Pages that do not exist yet have no line here, and so answer like any unknown path. */
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
            <Route path={routes.dashboard} element={<DashboardPage />} />
            <Route path={routes.course} element={<CoursePage />} />
            <Route path={routes.session} element={<SessionPage />} />
            <Route path={routes.tutorial} element={<SessionPage />} />
            <Route path={routes.resources} element={<LibraryPage />} />
            <Route path={routes.resource} element={<ResourcePage />} />
            <Route path={routes.myPrompts} element={<PromptsPage />} />
            <Route path={routes.myPrompt} element={<PromptPage />} />
            <Route path={routes.community} element={<CommunityPage />} />
            <Route path={routes.premiumSlack} element={<PremiumSlackPage />} />
            <Route path={routes.coderBoards} element={<CoderBoardsPage />} />
            <Route path={routes.mentorship} element={<MentorshipPage />} />
            <Route path={routes.settings} element={<SettingsPage />} />
            <Route path={routes.content} element={<ContentPage />} />
            <Route path={routes.accounts} element={<AccountsPage />} />
            <Route path={routes.account} element={<AccountPage />} />
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
