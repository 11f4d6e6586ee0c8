import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { hasCourseAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { useLikelyOwner } from '../../account/use-likely-access.ts'
import { ApiError } from '../../api/api-error.ts'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, LoadingHeading, Skeleton, TextSkeleton } from '../../ui/skeleton.tsx'
import { currentSession, firstFreeTutorial } from './course-outline.ts'
import { CourseOverview } from './course-overview.tsx'
import { courseQuery, coursesQuery, sessionsQuery, useShownProduct } from './course-queries.ts'
import { CourseSession } from './course-session.tsx'
import { courseErrorText, courseText } from './course-text.ts'
import { NeedHelp } from './need-help.tsx'
import { ContinueCourse } from './progress/continue-course.tsx'
import { progressQuery } from './progress/progress-queries.ts'
import { TryBeforeYouBuy } from './try-before-you-buy.tsx'
import { UnlockCourse } from './unlock-course.tsx'
import { CourseVideo } from './video/course-video.tsx'

const WaitingList = lazyPart(async () => (await import('./waiting-list.tsx')).WaitingList, <Skeleton className="h-48" />)
const NoCourse = lazyPart(async () => (await import('./no-course.tsx')).NoCourse)

/**
 * The course page: introduction, overview, free tutorials and the timeline of sessions. Owners see their progress and the sessions first.
 */
export default function CoursePage() {
  const courseId = useParams().courseId?.trim() ?? ''
  const course = useQuery({ ...courseQuery(courseId), enabled: courseId !== '' })
  const isLikelyOwner = useLikelyOwner(useAccount(), useShownProduct())
  const { data: sessions } = useQuery(sessionsQuery(courseId))
  const { data: courses } = useQuery({ ...coursesQuery(), enabled: courseId !== env.masterCourseId })
  const upcoming = courses?.find(({ id, state }) => id === courseId && state === 'upcoming')

  if (courseId === '') return <CourseError courseId={courseId} message="Course ID is required" />
  if (course.error && !course.data && !course.isFetching) {
    const isMissing = course.error instanceof ApiError && course.error.status === 404
    if (isMissing && courseId === env.masterCourseId && sessions?.length === 0)
      return (
        <div className="flex flex-col gap-6">
          <PageHeading>Master Course</PageHeading>
          <NoCourse />
        </div>
      )
    const message = isMissing ? 'Course not found' : courseErrorText(course.error)
    return <CourseError courseId={courseId} message={message} {...(!isMissing && { onRetry: () => void course.refetch() })} />
  }
  const text = course.data && courseText(course.data)
  const introduction = (
    <div className="flex flex-col gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <CourseVideo courseId={courseId} />
      <CourseOverview courseId={courseId} />
    </div>
  )
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-5 sm:gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr_auto]">
      {text ? (
        <header>
          <PageHeading>{text.title}</PageHeading>
          <p className="mt-3 max-w-prose whitespace-pre-line text-muted leading-snug">{text.description}</p>
        </header>
      ) : (
        <CourseHeadSkeleton />
      )}
      {isLikelyOwner ? (
        <OwnProgress courseId={courseId} />
      ) : upcoming ? (
        <WaitingList course={upcoming} />
      ) : (
        <TryBeforeYouBuy courseId={courseId} />
      )}
      {!isLikelyOwner && introduction}
      <section aria-labelledby="course-sessions" className="lg:row-start-3">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="course-sessions" className="text-2xl">
            Sessions
          </h2>
          {!upcoming && <UnlockWithoutBanner courseId={courseId} />}
        </div>
        <div className="mt-2">
          <CourseSessions courseId={courseId} />
        </div>
      </section>
      {isLikelyOwner && introduction}
      <NeedHelp />
    </div>
  )
}

/** Keeps its space while the progress loads. */
function OwnProgress({ courseId }: { courseId: string }) {
  const progress = useQuery(progressQuery(courseId))
  const { data: sessions } = useQuery(sessionsQuery(courseId))
  if (progress.isLoadingError) return null
  return (
    <section aria-label="Your progress" className="min-h-31">
      {progress.data && sessions && <ContinueCourse courseId={courseId} progress={progress.data} sessions={sessions} />}
    </section>
  )
}

function CourseSessions({ courseId }: { courseId: string }) {
  const account = useAccount()
  const product = useShownProduct()
  const sessions = useQuery(sessionsQuery(courseId))
  const progress = useQuery(progressQuery(courseId))
  // Which session is open depends on the progress.
  if (sessions.data && progress.isPending) return <CourseSessionsSkeleton />
  return (
    <QueryView query={sessions} loading={<CourseSessionsSkeleton />} errorTitle="Failed to load sessions" headingLevel={3}>
      {(all) => {
        if (all.length === 0) return <EmptyState title="No sessions yet">New sessions will appear here.</EmptyState>
        const current = currentSession(account, product, all, progress.data)
        return (
          <ol>
            {all.map((session) => (
              <CourseSession
                key={session.id}
                courseId={courseId}
                session={session}
                progress={progress.data}
                isCurrent={session === current}
              />
            ))}
          </ol>
        )
      }}
    </QueryView>
  )
}

/** Offers the course where no banner does, because no tutorial is free. */
function UnlockWithoutBanner({ courseId }: { courseId: string }) {
  const account = useAccount()
  const product = useShownProduct()
  const { data: sessions } = useQuery(sessionsQuery(courseId))
  if (!sessions || account.status === 'loading' || !product || hasCourseAccess(account, product) || firstFreeTutorial(sessions)) return null
  return <UnlockCourse />
}

function CourseError({ courseId, message, onRetry }: { courseId: string; message: string; onRetry?: () => void }) {
  const back = (
    <LinkButton to={paths.courses()} state={{ failedCourse: courseId }} variant="secondary" size="sm">
      Back to Courses
    </LinkButton>
  )
  return <ErrorState headingLevel={1} title="Error Loading Course" message={message} action={back} {...(onRetry && { onRetry })} />
}

function CourseHeadSkeleton() {
  return (
    <div role="status">
      <LoadingHeading>Loading course...</LoadingHeading>
      <Skeleton className="h-10 w-80" />
      <TextSkeleton lines={8} narrowLines={13} className="mt-3 leading-snug" />
    </div>
  )
}

function CourseSessionsSkeleton() {
  return (
    <Loading label="Loading sessions...">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <div key={row} className="flex h-16 items-center gap-4">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-6 w-56" />
        </div>
      ))}
    </Loading>
  )
}
