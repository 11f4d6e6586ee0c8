import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useDocumentTitle } from '../../../ui/page-heading.tsx'
import type { TutorialSummary } from '../course-outline.ts'
import { TutorialArticle } from './tutorial-article.tsx'
import { TutorialList } from './tutorial-list.tsx'

/** How long the page may settle before the tutorial scrolls into view (TUT-08). */
const SCROLL_DELAY_MS = 100

type SelectedTutorialProps = { courseId: string; sessionId: string; tutorials: TutorialSummary[]; tutorial: TutorialSummary }

/** The list of a session's tutorials beside the one that is shown. */
export function SelectedTutorial({ courseId, sessionId, tutorials, tutorial }: SelectedTutorialProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(tutorial.id)
  const cameBack = useCameBack()
  useDocumentTitle(tutorial.name)

  useEffect(() => {
    // Going on within a session keeps the page and its h1; what is new is the tutorial, so that is what is announced.
    if (shown.current !== tutorial.id) heading.current?.focus({ preventScroll: true })
    shown.current = tutorial.id
    if (cameBack) return
    // 'nearest' leaves the page alone where the title is in view already, as on arrival.
    const timer = setTimeout(() => heading.current?.scrollIntoView({ block: 'nearest' }), SCROLL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [tutorial.id, cameBack])

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="lg:sticky lg:top-8 lg:order-last lg:self-start">
        <TutorialList courseId={courseId} sessionId={sessionId} tutorials={tutorials} />
      </div>
      <TutorialArticle courseId={courseId} tutorial={tutorial} siblings={tutorials} headingRef={heading} />
    </div>
  )
}

/** Whether the page was left and is seen again, by the back button or a reload: then it stands where it was left. */
function useCameBack(): boolean {
  const isFirstOfVisit = useLocation().key === 'default'
  return useNavigationType() === 'POP' && !isFirstOfVisit
}
