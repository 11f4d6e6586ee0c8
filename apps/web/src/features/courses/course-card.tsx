import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { hasCourseAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { FixedWidthLabel } from '../../ui/fixed-width-label.tsx'
import { ArrowRight } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx'
import { firstFreeTutorial, tutorialsInOrder } from './course-outline.ts'
import { courseQuery, sessionsQuery } from './course-queries.ts'
import { courseErrorText, courseText } from './course-text.ts'
import { CourseTotals } from './course-totals.tsx'
import { IntroductionButton } from './introduction-button.tsx'
import { ContinueCourse } from './progress/continue-course.tsx'
import { NextDiagram } from './progress/next-diagram.tsx'
import { progressQuery } from './progress/progress-queries.ts'
import { UNLOCK_LABEL, UnlockCourse } from './unlock-course.tsx'
import { useLikelyOwner } from './use-likely-owner.ts'

const NoCourse = lazyPart(async () => (await import('./no-course.tsx')).NoCourse)

/** The Master Course card on the dashboard: the description of the course, or the progress of its owner. */
export function CourseCard() {
  const account = useAccount()
  const course = useQuery(courseQuery(env.masterCourseId))
  const { data: sessions } = useQuery(sessionsQuery())
  const progress = useQuery(progressQuery(env.masterCourseId))
  const isLikelyOwner = useLikelyOwner(account)
  // Fixed on mount, so that the layout does not shift when the account loads.
  const [wasLikelyOwnerOnMount] = useState(isLikelyOwner)
  if (course.error && !course.data && !course.isFetching) {
    if (sessions?.length === 0) return <NoCourse />
    return <ErrorState title="Error Loading Course" message={courseErrorText(course.error)} onRetry={() => void course.refetch()} />
  }
  const text = course.data && courseText(course.data)
  const showsProgress = isLikelyOwner && !progress.isLoadingError
  const next = tutorialsInOrder(sessions ?? []).find(({ id }) => id === progress.data?.continue_with)
  return (
    <section
      aria-label="Master Course"
      className="relative isolate overflow-hidden rounded-lg border border-rule-strong bg-surface p-6 sm:p-10"
    >
      {showsProgress && progress.data && <NextDiagram tutorial={next} />}
      {text ? <h2 className="text-2xl sm:text-3xl">{text.title}</h2> : <Skeleton className="h-8.5 w-64 sm:h-10" />}
      {isLikelyOwner === undefined && (
        <>
          <span className="sr-only">Loading...</span>
          <TextSkeleton lines={7} narrowLines={15} className="mt-3 max-w-prose" />
        </>
      )}
      {showsProgress && (
        <div className="mt-5 min-h-31">
          {progress.data && sessions && <ContinueCourse courseId={env.masterCourseId} progress={progress.data} sessions={sessions} />}
        </div>
      )}
      {isLikelyOwner !== undefined && !showsProgress && (
        <>
          {text ? (
            <p className="mt-3 max-w-prose whitespace-pre-line">{text.description}</p>
          ) : (
            <TextSkeleton lines={7} narrowLines={15} className="mt-3 max-w-prose" />
          )}
          {/* On narrow screens the number of free tutorials takes a second line. */}
          <div className={cx('mt-4 min-h-6', !wasLikelyOwnerOnMount && 'max-sm:min-h-13')}>
            {sessions && <CourseTotals sessions={sessions} showFree={!hasCourseAccess(account)} />}
          </div>
        </>
      )}
      {isLikelyOwner !== undefined && (
        <>
          <div className="mt-7 flex flex-wrap gap-3">
            <MainAction />
            <IntroductionButton courseId={env.masterCourseId} />
          </div>
          <FreeTutorialLink />
        </>
      )}
    </section>
  )
}

/** Opens the course, or the pricing dialog for users without it. */
function MainAction() {
  if (!hasCourseAccess(useAccount())) return <UnlockCourse />
  return (
    <LinkButton to={paths.course()} variant="secondary">
      <FixedWidthLabel widest={UNLOCK_LABEL}>Access Your Course</FixedWidthLabel>
      <ArrowRight aria-hidden="true" />
    </LinkButton>
  )
}

/** Links to the first free tutorial. Keeps its line while the account loads. */
function FreeTutorialLink() {
  const account = useAccount()
  const isLikelyOwner = useLikelyOwner(account)
  const { data: sessions, isError } = useQuery(sessionsQuery())
  const free = sessions && firstFreeTutorial(sessions)
  const mayBeFree = sessions ? free !== undefined : !isError
  if (!mayBeFree || isLikelyOwner) return null
  return (
    <p className="mt-5 min-h-6 text-sm text-muted">
      {free && (account.status === 'loaded' || account.error) && (
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
