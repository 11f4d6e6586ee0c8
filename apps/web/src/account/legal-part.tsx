import { lazy, Suspense } from 'react'
import { env } from '../env.ts'

const load = () => import('./legal-links.tsx').then((module) => ({ default: module.LegalLinksPart }))
const Part = lazy(() => load().catch(() => ({ default: () => null })))

/** Links to the seller's legal pages: as a footer, or as the sentence of the sign-up. Loads nothing where the seller has none. */
export const LegalPart = ({ signUp }: { signUp?: boolean }) =>
  env.legalPages[0] && (
    <Suspense>
      <Part signUp={signUp} />
    </Suspense>
  )
