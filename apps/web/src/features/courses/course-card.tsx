import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCourseAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { BoardPicture } from '../../ui/board-picture.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FixedWidthLabel } from '../../ui/fixed-width-label.tsx'
import { ArrowRight, Play } from '../../ui/icons.ts'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx'
import { formatStudyMinutes, freeTutorials, tutorialsInOrder } from './course-outline.ts'
import { courseQuery, courseVideoQuery, sessionsQuery } from './course-queries.ts'
import { courseErrorText, courseText } from './course-text.ts'
import { CourseTotals, CourseTotalsSkeleton } from './course-totals.tsx'
import { ContinueCourse } from './progress/continue-course.tsx'
import { progressQuery } from './progress/progress-queries.ts'
import { stateOf } from './progress/use-progress.ts'
import { UnlockCourse, unlockLabel } from './unlock-course.tsx'

const NoCourse = lazyPart(async () => (await import('./no-course.tsx')).NoCourse)
const NextDiagram = lazyPart(async () => (await import('./progress/next-diagram.tsx')).NextDiagram)

/** The Master Course card on the dashboard: the progress of an owner, or a free tutorial and what the course is. */
export function CourseCard({ isLikelyOwner }: { isLikelyOwner: boolean }) {
  const account = useAccount()
  const course = useQuery(courseQuery(env.masterCourseId))
  const { data: sessions, isLoading } = useQuery(sessionsQuery())
  const progress = useQuery(progressQuery(env.masterCourseId))
  if (course.error && !course.data && !course.isFetching) {
    if (sessions?.length === 0) return <NoCourse />
    return <ErrorState title="Error Loading Course" message={courseErrorText(course.error)} onRetry={() => void course.refetch()} />
  }
  const text = course.data && courseText(course.data)
  const showsProgress = isLikelyOwner && !progress.isLoadingError
  const next = showsProgress ? tutorialsInOrder(sessions ?? []).find(({ id }) => id === progress.data?.continue_with) : undefined
  return (
    <section
      aria-label="Master Course"
      className={cx(
        'grid gap-8 rounded-lg border border-rule-strong bg-surface p-6 sm:p-10 xl:grid-cols-[5fr_6fr]',
        !isLikelyOwner && 'xl:items-center',
      )}
    >
      <div className="min-w-0">
        {text ? <h2 className="text-2xl sm:text-3xl">{text.title}</h2> : <Skeleton className="h-8.5 w-64 sm:h-10" />}
        {showsProgress && (
          <div className="mt-5 min-h-38">
            {progress.data && sessions && <ContinueCourse courseId={env.masterCourseId} progress={progress.data} sessions={sessions} />}
          </div>
        )}
        {isLikelyOwner ? (
          <div className="mt-5 flex flex-wrap gap-3">
            <MainAction />
            <IntroductionButton courseId={env.masterCourseId} />
          </div>
        ) : (
          <FreeStart />
        )}
        {!showsProgress && (
          <>
            {text ? (
              <p className="mt-6 max-w-prose whitespace-pre-line">{text.description}</p>
            ) : (
              <TextSkeleton lines={10} narrowLines={15} className="mt-6 max-w-prose" />
            )}
            <div className="mt-4 min-h-6">
              {sessions && <CourseTotals sessions={sessions} showFree={!hasCourseAccess(account)} />}
              {isLoading && <CourseTotalsSkeleton />}
            </div>
          </>
        )}
      </div>
      <div className={cx('xl:flex xl:items-center xl:justify-center', isLikelyOwner ? 'max-xl:hidden xl:h-100' : 'xl:h-132')}>
        {next?.has_diagram ? <NextDiagram tutorial={next} /> : <BoardPicture loading="lazy" className="max-w-124" />}
      </div>
    </section>
  )
}

/** Opens the course, or the pricing dialog for users without it. */
function MainAction({ isSecond = false }: { isSecond?: boolean }) {
  if (!hasCourseAccess(useAccount())) return <UnlockCourse variant={isSecond ? 'secondary' : 'primary'} />
  return (
    <LinkButton to={paths.course()} variant="secondary">
      <FixedWidthLabel widest={unlockLabel()}>Access Your Course</FixedWidthLabel>
      <ArrowRight aria-hidden="true" />
    </LinkButton>
  )
}

/** The next free tutorial, the introduction, and the way to the rest of the course. Keeps its space while it loads. */
function FreeStart() {
  const { data: sessions, isError } = useQuery(sessionsQuery())
  const progress = useQuery(progressQuery(env.masterCourseId))
  const isLoading = (!sessions && !isError) || progress.isPending
  const next = isLoading ? undefined : freeTutorials(sessions ?? []).find(({ id }) => stateOf(progress.data, id) !== 'done')
  const minutes = next && formatStudyMinutes(next)
  const isBegun = Boolean(progress.data?.tutorials.length)
  return (
    <>
      {isLoading && <Skeleton className="mt-5 h-14 w-72" />}
      {next && (
        <div className="mt-5">
          <p className="text-sm text-muted">{isBegun ? 'Continue with a free tutorial' : 'Start with a free tutorial'}</p>
          <p className="flex min-h-8 flex-wrap items-baseline gap-x-3">
            <span className="font-display text-xl font-bold">{next.name}</span>
            {minutes && <span className="text-sm text-muted tabular-nums">{minutes}</span>}
          </p>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {isLoading && <Skeleton className="h-11 w-28" />}
        {next && (
          <LinkButton to={paths.tutorial(env.masterCourseId, next.session_id, next.id)}>
            <LabelWithSubject label={isBegun ? 'Continue' : 'Start'} subject={next.name} />
            <ArrowRight aria-hidden="true" />
          </LinkButton>
        )}
        <IntroductionButton courseId={env.masterCourseId} />
        <MainAction isSecond={isLoading || next !== undefined} />
      </div>
    </>
  )
}

const loadVideo = () => import('./video/course-video.tsx')
const CourseVideo = lazyPart(async () => (await loadVideo()).CourseVideo, <Skeleton className="aspect-video w-full rounded-lg" />)

/** Opens the introduction in a dialog, prefetched on hover and focus. */
function IntroductionButton({ courseId }: { courseId: string }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const prefetch = () => {
    void client.prefetchQuery(courseVideoQuery(courseId))
    // if it fails, the dialog says so
    void loadVideo().catch(() => undefined)
  }
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onPointerEnter={prefetch} onFocus={prefetch} onClick={() => setOpen(true)}>
        <Play aria-hidden="true" className="fill-current" />
        Watch Introduction
      </Button>
      {open && (
        <Dialog onClose={() => setOpen(false)} title="Introduction" size="lg">
          <CourseVideo courseId={courseId} autoPlay />
        </Dialog>
      )}
    </>
  )
}
