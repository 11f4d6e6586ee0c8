import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Clock, Play, RotateCw } from '../../../ui/icons.ts'
import { Prose } from '../../../ui/prose.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { durationText } from '../course-outline.ts'
import { isEmptyHtml } from '../plain-text.ts'
import { TutorialPart } from './tutorial-part.tsx'

/** From this length on people are told before they start (TUT-32). */
const LONG_MINUTES = 20
/** A frame that has shown nothing by then will not. Embeds of other sites tell us no more than whether they loaded. */
const PATIENCE_MS = 20_000
const SPEED = 1.2

type TutorialVideoProps = { html: string | undefined; duration: number | null }

/** A still picture until somebody wants to watch, so that no other site is called before that (COURSE-17). */
export function TutorialVideo({ html, duration }: TutorialVideoProps) {
  const [watching, setWatching] = useState(false)
  return (
    <TutorialPart title="Video Tutorial">
      {!html || isEmptyHtml(html) ? (
        <p className="text-muted">No video content available for this tutorial.</p>
      ) : (
        <div className="flex flex-col gap-3">
          {duration !== null && duration >= LONG_MINUTES && <Alert tone="neutral">{`This video is a bit long (${duration} min)...`}</Alert>}
          {watching ? <Player html={html} /> : <Poster duration={duration} onWatch={() => setWatching(true)} />}
          <p className="text-sm text-muted">Default playback speed: {SPEED}x</p>
        </div>
      )}
    </TutorialPart>
  )
}

function Poster({ duration, onWatch }: { duration: number | null; onWatch: () => void }) {
  return (
    <button
      type="button"
      onClick={onWatch}
      className="group squared relative flex aspect-video w-full items-center justify-center overflow-hidden rounded-lg border border-rule bg-sunken"
    >
      <span className="flex items-center gap-3 rounded-full bg-primary py-3 pr-6 pl-4 font-semibold text-on-primary shadow-floating transition-transform group-hover:scale-[1.03]">
        <Play aria-hidden="true" className="size-5 fill-current" />
        Watch Video
      </span>
      {duration !== null && (
        <span className="absolute right-3 bottom-3 flex items-center gap-1.5 rounded-sm bg-surface px-2 py-0.5 text-xs tabular-nums">
          <Clock aria-hidden="true" className="size-3.5" />
          {durationText(duration)}
        </span>
      )}
    </button>
  )
}

function Player({ html }: { html: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt is a new frame to listen to
  useEffect(() => {
    const player = frame.current?.querySelector<HTMLIFrameElement | HTMLVideoElement>('iframe, video')
    if (!player) {
      setState('ready')
      return
    }
    const listeners = new AbortController()
    const settle = (outcome: 'ready' | 'failed') => {
      clearTimeout(patience)
      setState(outcome)
    }
    const patience = setTimeout(() => settle('failed'), PATIENCE_MS)
    if (player instanceof HTMLVideoElement) {
      player.defaultPlaybackRate = SPEED
      player.playbackRate = SPEED
      // A browser that refuses to start by itself still shows its own controls.
      void player.play()?.catch(() => undefined)
    }
    player.addEventListener(player instanceof HTMLVideoElement ? 'loadeddata' : 'load', () => settle('ready'), listeners)
    // Errors of a <source> do not bubble, but they pass here on their way down.
    frame.current?.addEventListener('error', () => settle('failed'), { capture: true, signal: listeners.signal })
    frame.current?.focus()
    return () => {
      clearTimeout(patience)
      listeners.abort()
    }
  }, [attempt])

  if (state === 'failed') {
    const retry = () => {
      setState('loading')
      setAttempt(attempt + 1)
    }
    return (
      <Alert
        tone="danger"
        action={
          <Button variant="secondary" size="sm" onClick={retry}>
            <RotateCw aria-hidden="true" />
            Try again
          </Button>
        }
      >
        Video content is not available at the moment.
      </Alert>
    )
  }
  return (
    <div
      ref={frame}
      key={attempt}
      tabIndex={-1}
      className="relative aspect-video w-full overflow-hidden rounded-lg bg-sunken [&_.prose]:h-full [&_.prose]:max-w-none [&_:is(iframe,video,figure,p)]:m-0! [&_:is(iframe,video,figure,p)]:size-full! [&_:is(iframe,video)]:border-0"
    >
      {state === 'loading' && <Spinner label="Loading video..." showLabel className="absolute inset-0" />}
      <Prose html={html} />
    </div>
  )
}
