import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { analytics } from '../../../analytics/analytics.ts'
import { isEmptyHtml } from '../../../ui/plain-text.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { courseVideoQuery } from '../course-queries.ts'
import { StillVideo } from './still-video.tsx'
import { VideoFailure, VideoPlayer } from './video-player.tsx'

/** ERR-45 */
const FAILURE = 'Failed to load video content'

type CourseVideoProps = {
  courseId: string
  /** For those who have asked for it already: no still picture first. Analytics is told (ANALYTICS-15, D-139). */
  startsAtOnce?: boolean
}

/** The introduction to a course (COURSE-08), with its loading, error and empty states (COURSE-18). */
export function CourseVideo({ courseId, startsAtOnce = false }: CourseVideoProps) {
  const { data: html, error, isFetching, refetch } = useQuery(courseVideoQuery(courseId))
  const isWatched = startsAtOnce && html !== undefined && !isEmptyHtml(html)
  useEffect(() => {
    if (isWatched) analytics.track('Watched Intro Video', { course_id: courseId })
  }, [isWatched, courseId])

  if (html === undefined) {
    if (error && !isFetching) return <VideoFailure onRetry={() => void refetch()}>{FAILURE}</VideoFailure>
    return (
      <div role="status">
        <span className="sr-only">Loading video...</span>
        <Skeleton className="aspect-video w-full rounded-lg" />
      </div>
    )
  }
  if (isEmptyHtml(html)) {
    return <p className="rounded-lg border border-dashed border-rule-strong p-6 text-muted lg:self-stretch">No video content available</p>
  }
  const player = { html, failure: FAILURE, renew: async () => (await refetch()).data }
  return startsAtOnce ? <VideoPlayer key={courseId} {...player} /> : <StillVideo key={courseId} title="Introduction" {...player} />
}
