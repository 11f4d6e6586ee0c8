import { useEffect } from 'react'
import { env } from '../env.ts'
import { startAuthClient } from '../session/session.ts'
import { PageHeadingProvider } from '../ui/page-heading.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { ConsentQuestion } from './consent.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageViews } from './page-views.tsx'
import { AppRoutes } from './router.tsx'
import { ScrollRestoration } from './scroll-restoration.tsx'

/** The app. The caller provides the router. */
export function App() {
  useEffect(startAuthClient, [])
  return (
    <PageHeadingProvider siteName={env.academyName}>
      <ScrollRestoration />
      <PageViews />
      <ErrorBoundary>
        <AppRoutes />
      </ErrorBoundary>
      <ConnectionNotice />
      <Toasts />
      <ConsentQuestion />
    </PageHeadingProvider>
  )
}
