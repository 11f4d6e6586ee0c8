import { lazy, Suspense } from 'react'
import { Spinner } from '../../../ui/spinner.tsx'
import type { VideoPlayerProps } from './video-player.tsx'

const Player = lazy(() => import('./video-player.tsx').then((module) => ({ default: module.VideoPlayer })))

/** The player, loaded on demand: with its sanitizer it is too large for the dashboard and the course page. */
export const VideoPlayer = (props: VideoPlayerProps) => (
  <Suspense fallback={<Spinner label="Loading video..." showLabel className="aspect-video w-full" />}>
    <Player {...props} />
  </Suspense>
)
