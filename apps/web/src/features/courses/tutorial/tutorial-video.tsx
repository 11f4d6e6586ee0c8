import { isEmptyHtml } from '@academy/contract/html-to-text'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Alert } from '../../../ui/alert.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MarkAsDone } from '../progress/mark-as-done.tsx'
import { useVideoProgress } from '../progress/use-progress.ts'
import { TutorialSection } from '../tutorial-section.tsx'
import { ClickToPlayVideo } from '../video/click-to-play-video.tsx'
import { trackUrl } from '../video/track-url.ts'

/** Below the video. Its closed state has this height. */
const Transcript = lazyPart(async () => (await import('../video/transcript.tsx')).Transcript, <Skeleton className="h-13 rounded-lg" />)

/** Needed once a video is shown. */
const PlayerKeysButton = lazyPart(async () => (await import('../video/player-keys-button.tsx')).PlayerKeysButton)

/** Videos of this length or longer show a warning. */
const LONG_MINUTES = 20
const PLAYBACK_SPEED = 1.2

type TutorialVideoProps = {
  courseId: string
  tutorialId: string
  html: string | undefined
  title: string
  duration: number | null
  reload: () => Promise<string | undefined>
}

/** The video of a tutorial. It resumes where it was left; at its end it offers to mark the tutorial as done. */
export function TutorialVideo({ courseId, tutorialId, html, title, duration, reload }: TutorialVideoProps) {
  const progress = useVideoProgress(courseId, tutorialId)
  const [hasEnded, setHasEnded] = useState(false)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const linked = useLinkedSecond()
  // Set by the transcript before the video is shown. A later link to a second replaces it.
  const [chosen, setChosen] = useState<{ visit: string; from: number }>()
  const from = chosen && chosen.visit === linked.visit ? chosen.from : linked.second
  const playFrom = (seconds: number) => {
    if (video) play(video, seconds)
    else setChosen({ visit: linked.visit, from: seconds })
  }
  return (
    <TutorialSection title="Video Tutorial">
      {!html || isEmptyHtml(html) ? (
        <p className="text-muted">No video content available for this tutorial.</p>
      ) : (
        <>
          {/* In print: title and URL instead of the player. */}
          <p className="hidden print:block">
            {title}: <span className="wrap-anywhere">{videoUrl(html)}</span>
          </p>
          <div className="flex flex-col gap-3 print:hidden">
            {duration !== null && duration >= LONG_MINUTES && (
              <Alert tone="neutral">{`This video is a bit long (${duration} min)...`}</Alert>
            )}
            <ClickToPlayVideo
              key={`${linked.visit} ${from}`}
              from={from}
              html={html}
              title={title}
              duration={duration}
              speed={PLAYBACK_SPEED}
              reload={reload}
              failure="Video content is not available at the moment."
              {...progress}
              onVideo={setVideo}
              onEnded={() => setHasEnded(true)}
            />
            {hasEnded && <MarkAsDone courseId={courseId} tutorialId={tutorialId} />}
            <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
              <p className="text-sm text-muted">Default playback speed: {PLAYBACK_SPEED}x</p>
              {video && <PlayerKeysButton video={video} />}
            </div>
            {trackUrl(html, 'captions') && <Transcript html={html} video={video} onPlayFrom={playFrom} reload={reload} />}
          </div>
        </>
      )}
    </TutorialSection>
  )
}

function play(video: HTMLVideoElement, from: number): void {
  video.currentTime = from
  // A browser that blocks it leaves the video paused, as its controls show.
  video.play().catch(() => undefined)
}

/** Returns the second of the video to which the URL leads. `visit` changes each time that the user follows such a link. */
function useLinkedSecond(): { second: number | undefined; visit: string } {
  const { key } = useLocation()
  const [params] = useSearchParams()
  const second = params.get('t') ?? ''
  return /^\d{1,5}$/.test(second) ? { second: Number(second), visit: key } : { second: undefined, visit: '' }
}

/** Returns the URL of the video at its host; the page's own URL for our own files, whose URLs expire. */
const videoUrl = (html: string): string => html.match(/<iframe [^>]*?\bsrc="(https:[^"]*)"/)?.[1] ?? location.href
