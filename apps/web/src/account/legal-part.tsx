import { lazy, Suspense } from 'react'
import { env } from '../env.ts'
import type { LegalPartProps } from './legal-links.tsx'

const loadLegalLinks = () => import('./legal-links.tsx').then((module) => ({ default: module.LegalLinksPart }))
// A page works without its legal links, so it renders nothing if they fail to load.
const LazyLegalLinks = lazy(() => loadLegalLinks().catch(() => ({ default: () => null })))

/** The footer with the legal links. Below the sign-up form it is a sentence with links instead, or nothing if the seller has no legal pages. */
export const LegalPart = ({ below }: LegalPartProps) =>
  (below !== 'sign-up' || env.legalPages[0]) && (
    <Suspense>
      <LazyLegalLinks below={below} />
    </Suspense>
  )
