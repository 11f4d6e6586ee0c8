import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** The player, loaded on demand: with its sanitizer it is too large for the dashboard and the course page. */
export const VideoPlayer = lazyPart(
  async () => (await import('./video-player.tsx')).VideoPlayer,
  <Spinner label="Loading video..." showLabel className="aspect-video w-full" />,
)
