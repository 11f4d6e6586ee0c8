import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../paths.ts'
import { Lock } from '../../../ui/icons.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { firstFreeTutorial } from '../course-outline.ts'
import { sessionsQuery } from '../course-queries.ts'
import { SquaredMargin } from '../squared-margin.tsx'
import { UnlockCourse } from '../unlock-course.tsx'

/** In place of the content that the server did not send (D-47): what this is, what opens it, and what can be read instead. */
export function LockedTutorial({ courseId }: { courseId: string }) {
  const { data: sessions } = useQuery(sessionsQuery())
  const free = sessions && firstFreeTutorial(sessions)
  return (
    <div className="relative isolate overflow-hidden rounded-lg border border-rule-strong bg-surface px-6 py-10 sm:px-10 sm:py-12">
      <SquaredMargin />
      <div className="flex max-w-[32rem] flex-col items-start gap-4">
        <span className="flex size-11 items-center justify-center rounded-full bg-locked-soft text-locked">
          <Lock aria-hidden="true" className="size-5" />
        </span>
        <div>
          <h3 className="text-xl">This tutorial is part of the Master Course.</h3>
          <p className="mt-2 text-muted">
            Your account does not include the course, so its content stays closed here.
            {free ? ` You can read “${free.name}” in full: it is free.` : ''}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <UnlockCourse />
          {free && (
            <LinkButton to={paths.tutorial(courseId, free.session_id, free.id)} variant="secondary">
              Read the free tutorial
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  )
}
