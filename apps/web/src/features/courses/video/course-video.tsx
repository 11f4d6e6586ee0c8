import { isEmptyHtml } from '@academy/contract/html-to-text'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { analytics } from '../../../analytics/analytics.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { courseVideoQuery } from '../course-queries.ts'
import { Poster, posterUrl } from './click-to-play-video.tsx'
import { VideoPlayer } from './lazy-video-player.tsx'
import { VideoError } from './video-error.tsx'

const FAILURE = 'Failed to load video content'

type CourseVideoProps = {
  courseId: string
  /** Starts without a click, and tracks 'Watched Intro Video'. */
  autoPlay?: boolean
}

/** The introduction video of a course, with loading, error and empty states. The poster is small: the video plays in a dialog. */
export function CourseVideo({ courseId, autoPlay = false }: CourseVideoProps) {
  const [isWatching, setIsWatching] = useState(false)
  const { data: html, error, isFetching, refetch } = useQuery(courseVideoQuery(courseId))
  const isWatched = autoPlay && html !== undefined && !isEmptyHtml(html)
  useEffect(() => {
    if (isWatched) analytics.track('Watched Intro Video', { course_id: courseId })
  }, [isWatched, courseId])

  if (html === undefined) {
    if (error && !isFetching) return <VideoError onRetry={() => void refetch()}>{FAILURE}</VideoError>
    return <Loading label="Loading video..." blocks={['aspect-video w-full rounded-lg']} />
  }
  if (isEmptyHtml(html)) {
    return <p className="rounded-lg border border-dashed border-rule-strong p-6 text-muted lg:self-stretch">No video content available</p>
  }
  const player = { html, failure: FAILURE, reload: async () => (await refetch()).data }
  if (autoPlay) return <VideoPlayer key={courseId} {...player} />
  return (
    <>
      <Poster title="Introduction" duration={null} picture={posterUrl(html)} opensDialog onWatch={() => setIsWatching(true)} />
      {isWatching && (
        <Dialog onClose={() => setIsWatching(false)} title="Introduction" size="lg">
          <VideoPlayer {...player} />
        </Dialog>
      )}
    </>
  )
}
