import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ContentHtml } from '../../../ui/content-html.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type PlayerOptions, startPlayer } from './start-player.ts'
import { VideoError } from './video-error.tsx'
import { withAutoplay } from './with-autoplay.ts'

export type VideoPlayerProps = Pick<PlayerOptions, 'startAt' | 'from' | 'onPosition' | 'onEnded'> & {
  html: string
  /** Error text for a video that cannot be shown. */
  failure: string
  /** Playback speed of our own video files. Video hosts use their own. */
  speed?: number
  /** Refetches the HTML, because its file URLs expire; undefined after a failure. */
  reload: () => Promise<string | undefined>
  /** Receives our own video when it is shown, and null when it is gone. */
  onVideo?: ((video: HTMLVideoElement | null) => void) | undefined
}

/** The embedded video with loading and error states. */
export function VideoPlayer({ html, failure, speed = 1, reload, from, onPosition, ...progress }: VideoPlayerProps) {
  // A refetch of the content changes the signed file URL. The playing video keeps its URL.
  const [viewing, setViewing] = useState({ attempt: 0, html, from })
  /** The second at which a retry continues. */
  const reached = useRef(from)
  const [state, setState] = useState<'shown' | 'failed' | 'renewing'>('shown')
  const handlePosition = (seconds: number) => {
    reached.current = seconds
    onPosition?.(seconds)
  }
  if (state === 'shown') {
    const { attempt, ...start } = viewing
    return <Frame key={attempt} {...start} speed={speed} onFailed={() => setState('failed')} onPosition={handlePosition} {...progress} />
  }
  const retry = async () => {
    setState('renewing')
    const reloaded = await reload()
    setViewing({ attempt: viewing.attempt + 1, html: reloaded || viewing.html, from: reached.current })
    setState('shown')
  }
  return (
    <VideoError onRetry={() => void retry()} retrying={state === 'renewing'}>
      {failure}
    </VideoError>
  )
}

// The 16:9 box is inside the figure, so that a caption fits below it.
const frameLook =
  'relative [&_.prose]:max-w-none! [&_figure]:m-0! [&_figcaption]:mt-2 [&_figcaption]:text-sm [&_figcaption]:text-muted [&_.video-frame]:overflow-hidden [&_.video-frame]:rounded-lg [&_.video-frame]:border [&_.video-frame]:border-rule-strong [&_.video-frame]:bg-sunken'

type FrameProps = Pick<VideoPlayerProps, 'html' | 'startAt' | 'from' | 'onPosition' | 'onEnded' | 'onVideo'> & {
  speed: number
  onFailed: () => void
}

function Frame({ html, speed, onFailed, startAt, from, onPosition, onEnded, onVideo }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)
  const onOutcome = useEffectEvent((outcome: 'ready' | 'failed') => (outcome === 'ready' ? setReady(true) : onFailed()))

  const startPosition = useEffectEvent(() => (startAt ? startAt() : 0))
  const reportPosition = useEffectEvent((seconds: number) => onPosition?.(seconds))
  const reportEnd = useEffectEvent(() => onEnded?.())

  // A layout effect listens before a frame can load.
  useLayoutEffect(() => {
    if (!frame.current) return
    frame.current.focus()
    return startPlayer(frame.current, {
      speed,
      onOutcome: (outcome) => onOutcome(outcome),
      startAt: () => startPosition(),
      from,
      onPosition: (seconds) => reportPosition(seconds),
      onEnded: () => reportEnd(),
    })
  }, [speed, from])

  useEffect(() => {
    onVideo?.(frame.current?.querySelector('video') ?? null)
    return () => onVideo?.(null)
  }, [onVideo])

  return (
    <div ref={frame} tabIndex={-1} className={frameLook}>
      {!ready && <Spinner label="Loading video..." showLabel className="absolute inset-x-0 top-0 aspect-video" />}
      <ContentHtml html={withAutoplay(html)} />
    </div>
  )
}
