import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { analytics } from '../analytics/analytics.ts'

/** Tracks a page view on every route change, redirects included. */
export function PageViews() {
  const { pathname } = useLocation()
  useEffect(() => analytics.trackPageView(pathname), [pathname])
  return null
}
