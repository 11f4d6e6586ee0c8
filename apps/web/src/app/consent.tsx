import { lazy, Suspense } from 'react'
import { env } from '../env.ts'

// Where it cannot be loaded nobody is asked, and nothing is sent.
const nothing = { default: () => null }
const Banner = lazy(() =>
  import('../analytics/consent-banner.tsx').then(({ ConsentBanner }) => ({ default: ConsentBanner })).catch(() => nothing),
)

/** The question that comes before any analytics, in academies that ask it. */
export const ConsentQuestion = () =>
  env.analyticsConsent === 'required' && env.amplitudeKey !== '' ? (
    <Suspense>
      <Banner />
    </Suspense>
  ) : null
