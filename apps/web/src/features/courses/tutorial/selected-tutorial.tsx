import type { SessionDetail } from '@academy/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { NavLink, useLocation, useNavigationType } from 'react-router'
import { tutorialAccess } from '../../../account/access-rules.ts'
import { useAccount } from '../../../account/use-account.ts'
import { paths } from '../../../paths.ts'
import { Check, Lock } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useDocumentTitle } from '../../../ui/page-heading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatStudyMinutes, type TutorialSummary } from '../course-outline.ts'
import { prefetchTutorial, useShownProduct } from '../course-queries.ts'
import { stateOf, useCourseProgress } from '../progress/use-progress.ts'
import { leadsToSection } from './section-bar.tsx'
import { TutorialArticle } from './tutorial-article.tsx'

const DownloadProject = lazyPart(
  async () => (await import('../download-project.tsx')).DownloadProject,
  <Skeleton className="h-22 w-full" />,
)

/** Delay before the tutorial scrolls into view. */
const SCROLL_DELAY_MS = 100

/** Returns whether the list and the project stand beside the tutorial (breakpoint `lg`); on smaller screens the list is above, the project below. */
const isListBeside = () => matchMedia('(min-width: 64rem)').matches

type SelectedTutorialProps = {
  courseId: string
  session: SessionDetail
  tutorials: TutorialSummary[]
  tutorial: TutorialSummary
}

/** The selected tutorial with the list of the session's tutorials, and the project of the session. */
export function SelectedTutorial({ courseId, session, tutorials, tutorial }: SelectedTutorialProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(tutorial.id)
  const isRestored = useIsRestoredPage()
  const { hash } = useLocation()
  const [isBeside] = useState(isListBeside)
  useDocumentTitle(tutorial.name)

  useEffect(() => {
    // Within a session the h1 stays, so screen readers hear the new tutorial's heading.
    const hasChanged = shown.current !== tutorial.id
    if (hasChanged) heading.current?.focus({ preventScroll: true })
    shown.current = tutorial.id
    if (isRestored || leadsToSection(hash)) return
    // 'nearest' does not scroll: beside the list, the tutorial is in view when the page opens.
    const block = hasChanged || !isListBeside() ? 'start' : 'nearest'
    let top: number | undefined
    // In the next frame: here, the position would need the layout of the whole page within this task. With `window`, because the build
    // reads a bare `scrollY` where the variable is used, which is too late.
    const frame = requestAnimationFrame(() => {
      top = window.scrollY
    })
    const scrollIntoView = () => {
      // Not if the user has scrolled meanwhile.
      if (top === undefined || window.scrollY === top) heading.current?.scrollIntoView({ block })
    }
    const timer = setTimeout(scrollIntoView, SCROLL_DELAY_MS)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [tutorial.id, isRestored, hash])

  const project = session.checkpoint && (
    <DownloadProject key={session.id} sessionId={session.id} courseId={session.course_id} checkpoint={session.checkpoint} />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="flex flex-col gap-6 lg:sticky short:static lg:top-8 lg:order-last lg:self-start">
        <TutorialList courseId={courseId} sessionId={session.id} tutorials={tutorials} />
        {isBeside && project}
      </div>
      <TutorialArticle courseId={courseId} tutorial={tutorial} siblings={tutorials} headingRef={heading} />
      {!isBeside && project}
    </div>
  )
}

/** Returns whether the page was opened by back, forward or reload, which restore the scroll position. */
function useIsRestoredPage(): boolean {
  const isFirstOfVisit = useLocation().key === 'default'
  return useNavigationType() === 'POP' && !isFirstOfVisit
}

type TutorialListProps = { courseId: string; sessionId: string; tutorials: TutorialSummary[] }

/** The navigation 'In this session:'. */
function TutorialList({ courseId, sessionId, tutorials }: TutorialListProps) {
  const account = useAccount()
  const client = useQueryClient()
  const progress = useCourseProgress(courseId)
  const product = useShownProduct()
  return (
    <nav aria-labelledby="in-this-session">
      <p id="in-this-session" className="font-display font-bold">
        In this session:
      </p>
      <ol className="mt-2 border-l border-rule">
        {tutorials.map((tutorial) => {
          const locked = tutorialAccess(account, tutorial, product) === 'locked'
          const prefetch = () => prefetchTutorial(client, account, tutorial, product)
          return (
            <li key={tutorial.id}>
              <NavLink
                to={paths.tutorial(courseId, sessionId, tutorial.id)}
                onPointerEnter={prefetch}
                onFocus={prefetch}
                className="-ml-px flex items-baseline gap-2 rounded-r-md border-l-2 border-transparent py-2 pr-2 pl-4 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                <span className="min-w-0 flex-1">{tutorial.name}</span>
                <span className="shrink-0 text-xs font-normal tabular-nums empty:hidden">{formatStudyMinutes(tutorial)}</span>
                {stateOf(progress, tutorial.id) === 'done' && (
                  <span className="shrink-0 self-center text-positive">
                    <Check aria-hidden="true" className="size-3.5" />
                    <span className="sr-only">(done)</span>
                  </span>
                )}
                {locked && (
                  <span className="shrink-0 self-center text-locked">
                    <Lock aria-hidden="true" className="size-3.5" />
                    <span className="sr-only">(locked)</span>
                  </span>
                )}
              </NavLink>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
