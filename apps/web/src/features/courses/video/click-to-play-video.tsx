import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Clock, Play } from '../../../ui/icons.ts'
import { formatDuration } from '../course-outline.ts'
import { VideoPlayer } from './lazy-video-player.tsx'
import type { VideoPlayerProps } from './video-player.tsx'

type ClickToPlayVideoProps = VideoPlayerProps & { title: string; duration?: number | null }

/** Shows a poster first, so that no other site is called before the user clicks; a link to a second is such a click. */
export function ClickToPlayVideo({ title, duration = null, ...player }: ClickToPlayVideoProps) {
  const [watching, setWatching] = useState(player.from !== undefined)
  return watching ? (
    <VideoPlayer {...player} />
  ) : (
    <Poster title={title} duration={duration} picture={posterUrl(player.html)} onWatch={() => setWatching(true)} />
  )
}

/** Returns the URL of the author's poster; undefined without one. */
export const posterUrl = (html: string): string | undefined => html.match(/<video [^>]*?\bposter="([^"]*)"/)?.[1]?.replaceAll('&amp;', '&')

type PosterProps = { title: string; duration: number | null; picture: string | undefined; opensDialog?: boolean; onWatch: () => void }

/** The author's picture or a title card, which is one large button. In a narrow box the button is small, so that it leaves the picture free. */
export function Poster({ title, duration, picture, opensDialog, onWatch }: PosterProps) {
  return (
    <div className="@container">
      <div
        className={cx(
          'group bg-grid relative isolate [--color-grid-lines:var(--color-rule)] flex w-full flex-col justify-between rounded-lg border border-rule-strong bg-surface',
          picture ? 'p-3 @min-[36rem]:p-8' : 'p-5 sm:p-8',
          opensDialog ? 'aspect-[5/2] sm:aspect-video' : 'aspect-video',
        )}
      >
        {picture ? (
          <img
            src={picture}
            alt=""
            loading="lazy"
            decoding="async"
            className="absolute inset-0 -z-10 size-full rounded-lg object-cover object-top"
          />
        ) : (
          <p
            aria-hidden="true"
            className="line-clamp-3 max-w-[18ch] font-display text-xl leading-snug font-bold text-balance sm:text-3xl sm:leading-snug"
          >
            <span className="bg-surface box-decoration-clone px-1">{title}</span>
          </p>
        )}
        <div className="mt-auto flex items-end justify-between gap-4">
          <Button
            size={picture ? 'sm' : 'lg'}
            aria-haspopup={opensDialog && 'dialog'}
            onClick={onWatch}
            className={cx(
              'group-hover:bg-primary-hover after:absolute after:inset-0',
              picture && '@min-[36rem]:h-13 @min-[36rem]:px-6 @min-[36rem]:text-lg',
            )}
          >
            <Play aria-hidden="true" className="fill-current" />
            Watch Video
          </Button>
          {duration !== null && (
            <span className="flex items-center gap-1.5 rounded-sm bg-surface px-1.5 text-sm text-muted tabular-nums">
              <Clock aria-hidden="true" className="size-4" />
              {formatDuration(duration)}
            </span>
          )}
        </div>
      </div>
    </div>
  )
}
