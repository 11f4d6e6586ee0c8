import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { sessionQuery, sessionTutorialsQuery } from './course-queries.ts'
import { SessionFrame } from './session-frame.tsx'
import { SessionSkeleton } from './session-skeleton.tsx'
import { SelectedTutorial } from './tutorial/selected-tutorial.tsx'

/** A session with one of its tutorials. Without a tutorial of its own in the address it goes to the first (TUT-01, D-49). */
export default function SessionPage() {
  const { courseId = '', sessionId = '', tutorialId } = useParams()
  const session = useQuery(sessionQuery(sessionId))
  const list = useQuery(sessionTutorialsQuery(sessionId))
  const backToCourse = (
    <LinkButton to={paths.course(courseId)} variant="secondary" size="sm">
      Return to Course
    </LinkButton>
  )

  if (session.data && list.data) {
    const [first] = list.data
    if (!first) {
      return (
        <SessionFrame courseId={courseId} session={session.data}>
          <EmptyState title="No tutorials found for this session" action={backToCourse} />
        </SessionFrame>
      )
    }
    const selected = list.data.find(({ id }) => id === tutorialId)
    if (!selected) return <Navigate to={paths.tutorial(courseId, sessionId, first.id)} replace />
    return (
      <SessionFrame courseId={courseId} session={session.data}>
        <SelectedTutorial courseId={courseId} sessionId={sessionId} tutorials={list.data} tutorial={selected} />
      </SessionFrame>
    )
  }

  const error = session.error ?? list.error
  if (!error || session.isFetching || list.isFetching) return <SessionSkeleton />
  const retry = () => {
    if (session.error) void session.refetch()
    if (list.error) void list.refetch()
  }
  return (
    <ErrorState
      headingLevel={1}
      title="Error loading session"
      message={error.message || 'Failed to load session data'}
      onRetry={retry}
      action={backToCourse}
    />
  )
}
