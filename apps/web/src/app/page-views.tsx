import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { analytics } from '../analytics/analytics.ts'

/** Tells analytics of each page that the router shows (ANALYTICS-03), redirecting ones included (D-135). */
export function PageViews() {
  const { pathname } = useLocation()
  useEffect(() => analytics.pageViewed(pathname), [pathname])
  return null
}
