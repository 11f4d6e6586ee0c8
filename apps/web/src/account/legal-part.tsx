import { lazy, Suspense } from 'react'
import { env } from '../env.ts'

const load = () => import('./legal-links.tsx').then((module) => ({ default: module.LegalLinksPart }))
const Part = lazy(() => load().catch(() => ({ default: () => null })))

/** The legal links as a footer, or as the sentence of the sign-up, which needs the seller's pages. */
export const LegalPart = ({ signUp }: { signUp?: boolean }) =>
  (!signUp || env.legalPages[0]) && (
    <Suspense>
      <Part signUp={signUp} />
    </Suspense>
  )
