import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { RotateCw } from '../../../ui/icons.ts'
import { Prose } from '../../../ui/prose.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

export const PLAYBACK_SPEED = 1.2
/** A frame that has shown nothing by then will not. */
const PATIENCE_MS = 20_000

type Outcome = 'ready' | 'failed'

/** The embedded video, 16:9, with its loading and error states (COURSE-18). */
export function VideoPlayer({ html }: { html: string }) {
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  if (!failed) return <Frame key={attempt} html={html} onFailed={() => setFailed(true)} />
  const retry = () => {
    setAttempt(attempt + 1)
    setFailed(false)
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

function Frame({ html, onFailed }: { html: string; onFailed: () => void }) {
  const frame = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)

  useEffect(() => {
    const settle = (outcome: Outcome) => (outcome === 'ready' ? setReady(true) : onFailed())
    if (!frame.current) return
    frame.current.focus()
    return watch(frame.current, settle)
  }, [onFailed])

  return (
    <div
      ref={frame}
      tabIndex={-1}
      className="relative aspect-video w-full overflow-hidden rounded-lg border border-rule bg-sunken [&_.prose]:h-full [&_.prose]:max-w-none [&_:is(iframe,video,figure,.video-frame)]:m-0! [&_:is(iframe,video,figure,.video-frame)]:size-full!"
    >
      {!ready && <Spinner label="Loading video..." showLabel className="absolute inset-0" />}
      <Prose html={html} />
    </div>
  )
}

/** Tells once whether the player in `frame` has something to show. Other sites' frames reveal no more than that they loaded. */
function watch(frame: HTMLElement, settle: (outcome: Outcome) => void): () => void {
  const player = frame.querySelector<HTMLIFrameElement | HTMLVideoElement>('iframe, video')
  if (!player) {
    settle('ready')
    return () => undefined
  }
  const listeners = new AbortController()
  const patience = setTimeout(() => end('failed'), PATIENCE_MS)
  const end = (outcome: Outcome) => {
    clearTimeout(patience)
    settle(outcome)
  }
  // Errors of a media element do not bubble, but they pass here on their way down.
  frame.addEventListener('error', () => end('failed'), { capture: true, signal: listeners.signal })
  if (player instanceof HTMLVideoElement) {
    player.defaultPlaybackRate = PLAYBACK_SPEED
    player.playbackRate = PLAYBACK_SPEED
    // A browser that refuses to start by itself still shows its own controls; a broken file has its error event.
    player.play().catch(() => undefined)
    end('ready')
  } else {
    player.addEventListener('load', () => end('ready'), { signal: listeners.signal })
  }
  return () => {
    clearTimeout(patience)
    listeners.abort()
  }
}
