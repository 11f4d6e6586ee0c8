import type { TutorialContent } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tutorialAccess } from '../../../account/access-rules.ts'
import { useAccount } from '../../../account/use-account.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ArrowRight, Check, CircleCheck, Lock } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { formatStudyMinutes, tutorialsInOrder } from '../course-outline.ts'
import { sessionsQuery, useShownProduct } from '../course-queries.ts'
import { ProgressBar } from './progress-bar.tsx'
import { StoppedInTool } from './stopped-in-tool.tsx'
import { stateOf, useCourseProgress, useSaveActivity } from './use-progress.ts'

/** Needed once a course is finished. */
const CourseFinished = lazyPart(async () => (await import('./course-finished.tsx')).CourseFinished)

type NextTutorial = NonNullable<TutorialContent['next']['next_tutorial']>
type MarkAsDoneProps = { courseId: string; tutorialId: string; next?: NextTutorial | null }

/** Marks the tutorial as done, or as not done. A tutorial that is done leads on to the next one. */
export function MarkAsDone({ courseId, tutorialId, next }: MarkAsDoneProps) {
  const progress = useCourseProgress(courseId)
  const save = useSaveActivity(courseId)
  const [wasMarkedNow, setMarkedNow] = useState(false)
  if (!progress) return null
  const isDone = stateOf(progress, tutorialId) === 'done'
  const isFinished = isDone && progress.done === progress.total
  const toggle = () => {
    setMarkedNow(true)
    save(tutorialId, { done: !isDone })
  }
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-rule bg-surface p-4 sm:p-5 print:hidden">
      <ProgressBar done={progress.done} total={progress.total} />
      <StoppedInTool progress={progress} tutorialId={tutorialId} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p aria-live="polite" className="mr-auto flex items-center gap-2">
          {isDone && (
            <CircleCheck
              aria-hidden="true"
              className={cx('size-5 shrink-0 text-positive', wasMarkedNow && 'animate-[rise_160ms_var(--ease-out)]')}
            />
          )}
          {isDone ? <strong>Marked as done.</strong> : 'Finished with this tutorial?'}
        </p>
        <Button variant={isDone ? 'ghost' : 'primary'} onClick={toggle}>
          {!isDone && <Check aria-hidden="true" />}
          {isDone ? 'Mark as not done' : 'Mark as done'}
        </Button>
        {isDone && next && <ContinueLink next={next} />}
      </div>
      {isFinished && <CourseFinished courseId={courseId} />}
    </div>
  )
}

/** Leads to the next tutorial: its name, and its minutes or a lock. */
function ContinueLink({ next: { id, name, session_id, course_id } }: { next: NextTutorial }) {
  const account = useAccount()
  const product = useShownProduct()
  const { data: sessions = [] } = useQuery(sessionsQuery(course_id))
  const tutorial = tutorialsInOrder(sessions).find((candidate) => candidate.id === id)
  const isLocked = tutorial && tutorialAccess(account, tutorial, product) === 'locked'
  return (
    <LinkButton to={paths.tutorial(course_id, session_id, id)} className="h-auto! min-h-11 py-2 whitespace-normal! max-sm:grow">
      <span>
        Continue with {name} {tutorial && <span className="font-normal tabular-nums">{formatStudyMinutes(tutorial)}</span>}
        {isLocked && <span className="sr-only"> (locked)</span>}
      </span>
      {isLocked ? <Lock aria-hidden="true" /> : <ArrowRight aria-hidden="true" />}
    </LinkButton>
  )
}
