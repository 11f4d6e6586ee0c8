import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { analytics } from '../analytics/analytics.ts'
import { env } from '../env.ts'
import { startAuthClient } from '../session/session.ts'
import { PageHeadingProvider } from '../ui/page-heading.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
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

/** Tracks a page view on every route change, redirects included. */
function PageViews() {
  const { pathname } = useLocation()
  useEffect(() => analytics.trackPageView(pathname), [pathname])
  return null
}

// If the banner cannot be loaded, nothing is recorded or sent.
const emptyModule = { default: () => null }
const Banner = lazy(() =>
  import('../analytics/consent-banner.tsx').then(({ ConsentBanner }) => ({ default: ConsentBanner })).catch(() => emptyModule),
)

/** Asks for consent before analytics, if the deployment requires it. */
const ConsentQuestion = () =>
  env.analyticsConsent === 'required' && env.amplitudeKey !== '' ? (
    <Suspense>
      <Banner />
    </Suspense>
  ) : null
