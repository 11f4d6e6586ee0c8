import { lazy, Suspense } from 'react'
import { matchPath } from 'react-router'
import { pages } from '../../pages.ts'

const load = () => import('./tutorial-name.tsx').then((module) => ({ default: module.TutorialName }))
const TutorialName = lazy(() => load().catch(() => ({ default: () => null })))

/** Names the tutorial that the visitor wanted to open; nothing for other pages. Its code is loaded for those visitors alone. */
export function RequestedTutorial({ from }: { from: string | undefined }) {
  const path = from?.split(/[?#]/, 1)[0] ?? ''
  const tutorialId = matchPath(pages.tutorial.path, path)?.params.tutorialId
  return (
    tutorialId !== undefined && (
      <Suspense>
        <TutorialName tutorialId={tutorialId} />
      </Suspense>
    )
  )
}
