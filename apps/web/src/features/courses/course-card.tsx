import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { courseAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ArrowRight } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx'
import { SteadyLabel } from '../../ui/steady-label.tsx'
import { CourseFacts } from './course-facts.tsx'
import { firstFreeTutorial } from './course-outline.ts'
import { courseQuery, sessionsQuery } from './course-queries.ts'
import { courseText } from './course-text.ts'
import { IntroductionButton } from './introduction-button.tsx'
import { useLikelyOwner } from './likely-owner.ts'
import { SquaredMargin } from './squared-margin.tsx'
import { UNLOCK_LABEL, UnlockCourse } from './unlock-course.tsx'

/** The Master Course on the dashboard: what it is, what is in it, and the way in (DASH-02). */
export function CourseCard() {
  const account = useAccount()
  const course = useQuery(courseQuery(env.masterCourseId))
  const { data: sessions } = useQuery(sessionsQuery())
  const isLikelyOwner = useLikelyOwner(account)
  // Kept for as long as the page is: what turns out later moves nothing.
  const [wasLikelyOwner] = useState(isLikelyOwner)
  if (course.error && !course.data && !course.isFetching) {
    return <ErrorState title="Error Loading Course" message={course.error.message} onRetry={() => void course.refetch()} />
  }
  const text = course.data && courseText(course.data)
  return (
    <section
      aria-label="Master Course"
      className="relative isolate overflow-hidden rounded-lg border border-rule-strong bg-surface p-6 sm:p-10"
    >
      <SquaredMargin />
      {text ? (
        <>
          <h2 className="text-2xl sm:text-3xl">{text.title}</h2>
          <p className="mt-3 max-w-prose">{text.description}</p>
        </>
      ) : (
        <div className="max-w-prose">
          <Skeleton className="h-8.5 w-64 sm:h-10" />
          <TextSkeleton lines={7} narrowLines={15} className="mt-3" />
        </div>
      )}
      {/* On a narrow screen what is free takes a line of its own. */}
      <div className={cx('mt-4 min-h-6', !wasLikelyOwner && 'max-sm:min-h-13')}>
        {sessions && <CourseFacts sessions={sessions} sayFree={!courseAccess(account)} />}
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        <MainAction />
        <IntroductionButton courseId={env.masterCourseId} />
      </div>
      <FreeStart />
    </section>
  )
}

/** To the course for those who have it, to its price for the others (D-26). */
function MainAction() {
  if (!courseAccess(useAccount())) return <UnlockCourse />
  return (
    <LinkButton to={paths.course()}>
      <SteadyLabel widest={UNLOCK_LABEL}>Access Your Course</SteadyLabel>
      <ArrowRight aria-hidden="true" />
    </LinkButton>
  )
}

/** What can be read before anything is bought; its line is kept while that is not known. */
function FreeStart() {
  const account = useAccount()
  const isLikelyOwner = useLikelyOwner(account)
  const { data: sessions, isError } = useQuery(sessionsQuery())
  const free = sessions && firstFreeTutorial(sessions)
  const mayBeFree = sessions ? free !== undefined : !isError
  if (!mayBeFree || isLikelyOwner) return null
  return (
    <p className="mt-5 min-h-6 text-sm text-muted">
      {free && account.status !== 'loading' && (
        <>
          Not sure yet?{' '}
          <Link to={paths.tutorial(env.masterCourseId, free.session_id, free.id)} className="text-link">
            Start with a free tutorial
          </Link>
        </>
      )}
    </p>
  )
}
