import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useDocumentTitle } from '../../../ui/page-heading.tsx'
import type { TutorialSummary } from '../course-outline.ts'
import { TutorialArticle } from './tutorial-article.tsx'
import { TutorialList } from './tutorial-list.tsx'

/** How long the page may settle before the tutorial scrolls into view (TUT-08). */
const SCROLL_DELAY_MS = 100

/** From `lg` on the list stands beside the tutorial, and above it on smaller screens. */
const listIsBeside = () => matchMedia('(min-width: 64rem)').matches

type SelectedTutorialProps = { courseId: string; sessionId: string; tutorials: TutorialSummary[]; tutorial: TutorialSummary }

/** The list of a session's tutorials beside the one that is shown. */
export function SelectedTutorial({ courseId, sessionId, tutorials, tutorial }: SelectedTutorialProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(tutorial.id)
  const cameBack = useCameBack()
  useDocumentTitle(tutorial.name)

  useEffect(() => {
    // Going on within a session keeps the page and its h1; what is new is the tutorial, so that is what is announced.
    const isAnother = shown.current !== tutorial.id
    if (isAnother) heading.current?.focus({ preventScroll: true })
    shown.current = tutorial.id
    if (cameBack) return
    // Below the list, and after another one was chosen, it comes to the top. Beside the list it is in view on arrival, and 'nearest'
    // then leaves the page alone.
    const block = isAnother || !listIsBeside() ? 'start' : 'nearest'
    const timer = setTimeout(() => heading.current?.scrollIntoView({ block }), SCROLL_DELAY_MS)
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
