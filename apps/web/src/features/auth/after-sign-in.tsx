import { lazy, Suspense } from 'react'
import { matchPath } from 'react-router'
import { pages } from '../../pages.ts'

const load = () => import('./tutorial-name.tsx').then((module) => ({ default: module.TutorialName }))
const TutorialName = lazy(() => load().catch(() => ({ default: () => null })))

/** Names the tutorial that the visitor wanted to open, or the seat; nothing for other pages. Only those visitors load the code of the name. */
export function AfterSignIn({ from }: { from: string | undefined }) {
  const path = from?.split(/[?#]/, 1)[0] ?? ''
  if (matchPath(pages.seat.path, path))
    return <p className="mt-4 border-l-4 border-accent pl-4">Afterward you claim your {from?.endsWith('?gift') ? 'gift' : 'seat'}.</p>
  const tutorialId = matchPath(pages.tutorial.path, path)?.params.tutorialId
  return (
    tutorialId !== undefined && (
      <Suspense>
        <TutorialName key={tutorialId} tutorialId={tutorialId} />
      </Suspense>
    )
  )
}
