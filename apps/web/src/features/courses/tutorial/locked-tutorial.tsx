import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../paths.ts'
import { Lock } from '../../../ui/icons.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { firstFreeTutorial } from '../course-outline.ts'
import { sessionsQuery, useShownCourseName } from '../course-queries.ts'
import { UnlockCourse } from '../unlock-course.tsx'
import { TutorialNotice } from './tutorial-notice.tsx'

/** Replaces the content of a locked tutorial: offers the course and a free tutorial. */
export function LockedTutorial({ courseId, name }: { courseId: string; name: string }) {
  const { data: sessions } = useQuery(sessionsQuery(courseId))
  const course = useShownCourseName()
  const free = sessions && firstFreeTutorial(sessions)
  return (
    <TutorialNotice>
      <span className="flex size-11 items-center justify-center rounded-full bg-locked-soft text-locked">
        <Lock aria-hidden="true" className="size-5" />
      </span>
      <div>
        <h3 className="text-xl">This tutorial is part of {course}.</h3>
        <p className="mt-2 text-muted">
          {free ? `Get the course to open it, or try “${free.name}” for free.` : 'Get the course to open it.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <UnlockCourse tutorial={name} />
        {free && (
          <LinkButton to={paths.tutorial(courseId, free.session_id, free.id)} variant="secondary">
            Try the free tutorial
          </LinkButton>
        )}
      </div>
    </TutorialNotice>
  )
}
