import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { analytics } from '../analytics/analytics.ts'
import { checkReachability, reachability } from '../api/reachability.ts'
import { env } from '../env.ts'
import { startAuthClient } from '../session/session.ts'
import { PageHeadingProvider } from '../ui/page-heading.tsx'
import { Toasts } from '../ui/toasts.tsx'
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

const texts = {
  offline: "You're offline. Nothing is lost; we'll reconnect when you're back.",
  unreachable: "We can't reach the academy right now. We'll keep trying; nothing you typed is lost.",
}

/** Shows a notice while the browser is offline or the API is unreachable. */
function ConnectionNotice() {
  const state = useSyncExternalStore(reachability.subscribe, reachability.get)
  return (
    // On phones it is at the top, because toasts fill the bottom.
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 max-sm:top-14 max-sm:bottom-auto flex justify-center p-3 print:hidden"
    >
      {state !== 'reachable' && (
        <p className="pointer-events-auto flex max-w-prose items-center gap-3 rounded-lg border border-rule-strong border-l-4 border-l-accent bg-surface px-4 py-2.5 text-sm shadow-floating">
          <span>{texts[state]}</span>
          {state === 'unreachable' && (
            <button type="button" onClick={() => void checkReachability()} className="text-link min-h-6 shrink-0">
              Try now
            </button>
          )}
        </p>
      )}
    </div>
  )
}
