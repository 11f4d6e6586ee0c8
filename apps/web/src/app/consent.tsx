import { lazy, Suspense } from 'react'
import { env } from '../env.ts'

// If the banner cannot be loaded, nothing is recorded or sent.
const emptyModule = { default: () => null }
const Banner = lazy(() =>
  import('../analytics/consent-banner.tsx').then(({ ConsentBanner }) => ({ default: ConsentBanner })).catch(() => emptyModule),
)

/** Asks for consent before analytics, if the deployment requires it. */
export const ConsentQuestion = () =>
  env.analyticsConsent === 'required' && env.amplitudeKey !== '' ? (
    <Suspense>
      <Banner />
    </Suspense>
  ) : null
