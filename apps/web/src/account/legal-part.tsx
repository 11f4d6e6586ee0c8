import { lazy, Suspense } from 'react'
import { env } from '../env.ts'

const loadLegalLinks = () => import('./legal-links.tsx').then((module) => ({ default: module.LegalLinksPart }))
// A page works without its legal links, so it renders nothing if they fail to load.
const LazyLegalLinks = lazy(() => loadLegalLinks().catch(() => ({ default: () => null })))

/** The footer with the legal links. With `signUp` the sentence below the sign-up form instead, or nothing if the seller has no legal pages. */
export const LegalPart = ({ signUp }: { signUp?: boolean }) =>
  (!signUp || env.legalPages[0]) && (
    <Suspense>
      <LazyLegalLinks signUp={signUp} />
    </Suspense>
  )
