import type { CourseProgress, SessionSummary } from '@academy/contract'
import { paths } from '../../../paths.ts'
import { ArrowRight } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { courseTotals, formatDuration, formatStudyMinutes, type TutorialWithSession, tutorialsInOrder } from '../course-outline.ts'
import { ProgressBar } from './progress-bar.tsx'
import { StoppedInTool } from './stopped-in-tool.tsx'
import { stateOf } from './use-progress.ts'

/** Needed once a course is finished. */
const CertificateLink = lazyPart(async () => (await import('./certificate-link.tsx')).CertificateLink)

type ContinueCourseProps = { courseId: string; progress: CourseProgress; sessions: SessionSummary[] }

/** The progress of a user who owns the course, and the tutorial to continue with. */
export function ContinueCourse({ courseId, progress, sessions }: ContinueCourseProps) {
  const next = tutorialsInOrder(sessions).find(({ id }) => id === progress.continue_with)
  const isFinished = progress.total > 0 && progress.done === progress.total
  return (
    <div className="flex flex-col gap-5">
      <div>
        <ProgressBar done={progress.done} total={progress.total} />
        {progress.checked_sessions.length > 0 && (
          <p className="mt-1 text-right text-sm text-muted tabular-nums">
            {progress.checked_sessions.length} of {progress.sessions_with_checks.length} sessions checked
          </p>
        )}
      </div>
      {isFinished && (
        <div className="flex flex-col items-start gap-3">
          <p className="font-semibold">You finished the course.</p>
          <CertificateLink courseId={courseId} />
        </div>
      )}
      {next && (
        <div className="flex flex-col gap-1.5">
          <p>
            <span className="block text-sm text-muted">{progress.tutorials.length > 0 ? 'Continue with' : 'Start with'}</span>
            <LinkButton to={paths.tutorial(courseId, next.session_id, next.id)} className="mt-1.5 h-auto! min-h-11 py-2 whitespace-normal!">
              {next.name}
              <ArrowRight aria-hidden="true" />
            </LinkButton>
            <span className="mt-1.5 block text-sm text-muted tabular-nums">{timeText(progress, sessions, next)}</span>
          </p>
          <StoppedInTool progress={progress} tutorialId={next.id} />
        </div>
      )}
    </div>
  )
}

/** Returns the minutes of the next tutorial and of what is not done in its session: '12 min · 1 h 27 min left in session 2'. */
function timeText(progress: CourseProgress, sessions: SessionSummary[], next: TutorialWithSession): string {
  const session = sessions.find(({ id }) => id === next.session_id)
  const tutorials = session?.tutorials.filter(({ id }) => stateOf(progress, id) !== 'done') ?? []
  const { minutes } = courseTotals(session ? [{ ...session, tutorials }] : [])
  return [formatStudyMinutes(next), minutes > 0 && `${formatDuration(minutes)} left in session ${session?.number}`]
    .filter(Boolean)
    .join(' · ')
}
