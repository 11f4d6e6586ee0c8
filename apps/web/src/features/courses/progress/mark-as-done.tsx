import { Button } from '../../../ui/button.tsx'
import { Check, CircleCheck } from '../../../ui/icons.ts'
import { CertificateLink } from './certificate-link.tsx'
import { stateOf, useCourseProgress, useSaveActivity } from './use-progress.ts'

/** Marks the tutorial as done, or as not done. */
export function MarkAsDone({ courseId, tutorialId }: { courseId: string; tutorialId: string }) {
  const progress = useCourseProgress(courseId)
  const save = useSaveActivity(courseId)
  if (!progress) return null
  const isDone = stateOf(progress, tutorialId) === 'done'
  const isFinished = isDone && progress.done === progress.total
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-rule bg-surface p-4 sm:p-5 print:hidden">
      <p aria-live="polite" className="flex min-w-0 flex-1 basis-52 items-center gap-2">
        {isDone && <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-positive" />}
        <span>
          {isDone ? <strong>Marked as done.</strong> : 'Finished with this tutorial?'}{' '}
          <span className="text-muted tabular-nums">
            {progress.done} of {progress.total} done
          </span>
        </span>
      </p>
      <Button variant={isDone ? 'ghost' : 'secondary'} size="sm" onClick={() => save(tutorialId, { done: !isDone })}>
        {!isDone && <Check aria-hidden="true" />}
        {isDone ? 'Mark as not done' : 'Mark as done'}
      </Button>
      {isFinished && (
        <div className="flex basis-full flex-wrap items-center gap-x-5 gap-y-3 border-t border-rule pt-4">
          <p role="status" className="relative flex-1 basis-52 font-display text-xl font-bold">
            <span className="celebration -mx-1 rounded-sm px-1">You finished the course!</span>
          </p>
          <CertificateLink courseId={courseId} />
        </div>
      )}
    </div>
  )
}
