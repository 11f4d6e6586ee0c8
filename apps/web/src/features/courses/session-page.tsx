import type { SessionDetail } from '@academy/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { richTextToString } from '../../api/rich-text.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RefetchOnce } from '../../ui/refetch-once.tsx'
import { LoadingHeading, Skeleton } from '../../ui/skeleton.tsx'
import { SpinnerIcon } from '../../ui/spinner.tsx'
import { sessionQuery, sessionsQuery, sessionTutorialsQuery } from './course-queries.ts'
import { SelectedTutorial } from './tutorial/selected-tutorial.tsx'
import { TutorialSkeleton } from './tutorial/tutorial-skeleton.tsx'

/** The page of a session with one tutorial. Without a tutorial of the session in the URL it redirects to the first, and with another course to the session's own. */
export default function SessionPage() {
  const { courseId = '', sessionId = '', tutorialId } = useParams()
  const { search, hash } = useLocation()
  const client = useQueryClient()
  const session = useQuery(sessionQuery(sessionId))
  const list = useQuery(sessionTutorialsQuery(sessionId))
  // What replaces the skeleton is rendered in slices: at once, it would block a slow phone for a sixth of a second.
  const hasLoaded = useDeferredValue(session.data !== undefined && list.data !== undefined)
  const backToCourse = (
    <LinkButton to={paths.course(courseId)} variant="secondary" size="sm">
      Return to Course
    </LinkButton>
  )
  const failure = (message: string, retry: () => void) => (
    <ErrorState
      headingLevel={1}
      title="Error loading session"
      message={message || 'Failed to load session data'}
      onRetry={retry}
      action={backToCourse}
    />
  )

  const ownCourse = session.data?.course_id ?? courseId
  if (ownCourse !== courseId) {
    const to = tutorialId === undefined ? paths.session(ownCourse, sessionId) : paths.tutorial(ownCourse, sessionId, tutorialId)
    return <Navigate to={to + search + hash} replace />
  }
  if (session.data && list.data && hasLoaded) {
    const [first] = list.data
    if (!first) {
      return (
        <SessionLayout courseId={courseId} session={session.data}>
          <EmptyState title="No tutorials found for this session" action={backToCourse} />
        </SessionLayout>
      )
    }
    const selected = list.data.find(({ id }) => id === tutorialId)
    const toFirst = paths.tutorial(courseId, sessionId, first.id)
    if (tutorialId === undefined) return <Navigate to={toFirst} replace />
    if (!selected) {
      const refetch = async () =>
        (await client.fetchQuery({ ...sessionTutorialsQuery(sessionId), staleTime: 0 })).some(({ id }) => id === tutorialId)
      return <RefetchOnce key={tutorialId} refetch={refetch} to={toFirst} loading={<SessionSkeleton />} renderError={failure} />
    }
    return (
      <SessionLayout
        courseId={courseId}
        session={session.data}
        position={{ number: list.data.indexOf(selected) + 1, total: list.data.length }}
      >
        <SelectedTutorial courseId={courseId} session={session.data} tutorials={list.data} tutorial={selected} />
      </SessionLayout>
    )
  }

  const error = session.error ?? list.error
  if (!error || session.isFetching || list.isFetching) return <SessionSkeleton />
  return failure(error.message, () => {
    if (session.error) void session.refetch()
    if (list.error) void list.refetch()
  })
}

/** Skeleton of a session page. */
function SessionSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Skeleton className="h-6 w-32" />
        <div className="mt-3 flex h-5 items-center gap-2 text-muted">
          <SpinnerIcon className="size-4" />
          <LoadingHeading className="font-text text-sm font-medium tracking-normal">Loading session...</LoadingHeading>
        </div>
        <Skeleton className="mt-1 h-5 w-full max-w-prose" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="flex flex-col gap-2 lg:order-last">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
        <div className="flex flex-col gap-10">
          <div>
            <Skeleton className="h-12 w-96" />
            <Skeleton className="mt-4 h-6 w-24" />
          </div>
          <TutorialSkeleton />
        </div>
      </div>
    </div>
  )
}

type SessionLayoutProps = {
  courseId: string
  session: SessionDetail
  /** The position of the shown tutorial in the session, from 1. Its title is the page's heading. */
  position?: { number: number; total: number }
  children: ReactNode
}

/** Layout of a session page: back link, and the session's title above the content, as a breadcrumb while a tutorial is shown. */
function SessionLayout({ courseId, session, position, children }: SessionLayoutProps) {
  const { data: sessions } = useQuery({ ...sessionsQuery(courseId), enabled: position !== undefined })
  const number = sessions?.find(({ id }) => id === session.id)?.number
  const title = richTextToString(session.properties.Name.title) || 'Untitled Session'
  const description = richTextToString(session.properties.Description.rich_text)
  const backLink = (
    <div className="print:hidden">
      <BackLink to={paths.course(courseId)} variant="link">
        Back to Course
      </BackLink>
    </div>
  )
  if (!position) {
    return (
      <div className="flex flex-col gap-8">
        <div>
          {backLink}
          <PageHeading className="mt-3">{title}</PageHeading>
          {description && <p className="mt-3 max-w-prose text-lg text-muted">{description}</p>}
        </div>
        {children}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <div>
        {backLink}
        <div className="mt-3 flex flex-wrap items-baseline gap-x-2 text-sm tabular-nums">
          {number !== undefined && <span className="font-semibold">{number}</span>}
          <PageHeading className="font-text! text-sm! font-semibold! tracking-normal!">{title}</PageHeading>
          <span className="text-muted">
            · {position.number} of {position.total}
          </span>
        </div>
        {description && <p className="mt-1 max-w-prose text-sm text-muted">{description}</p>}
      </div>
      {children}
    </div>
  )
}
