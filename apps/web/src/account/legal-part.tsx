import { lazy, Suspense } from 'react'
import { env } from '../env.ts'

const load = () => import('./legal-links.tsx').then((module) => ({ default: module.LegalLinksPart }))
const Part = lazy(() => load().catch(() => ({ default: () => null })))

/** The legal links: a footer, or with `signUp` the sentence below the sign-up form, if the seller has legal pages. */
export const LegalPart = ({ signUp }: { signUp?: boolean }) =>
  (!signUp || env.legalPages[0]) && (
    <Suspense>
      <Part signUp={signUp} />
    </Suspense>
  )
