import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { RotateCw } from '../../../ui/icons.ts'
import { Prose } from '../../../ui/prose.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { startingAtOnce } from './starting-at-once.ts'
import { watchPlayer } from './watch-player.ts'

export type VideoPlayerProps = {
  html: string
  /** What is said when the video cannot be shown. */
  failure: string
  /** At which speed a video of our own starts; players of other sites keep theirs. */
  speed?: number
}

/** The embedded video, 16:9, with its loading and error states (COURSE-18). */
export function VideoPlayer({ html, failure, speed = 1 }: VideoPlayerProps) {
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  if (!failed) return <Frame key={attempt} html={html} speed={speed} onFailed={() => setFailed(true)} />
  const retry = () => {
    setAttempt(attempt + 1)
    setFailed(false)
  }
  return <VideoFailure onRetry={retry}>{failure}</VideoFailure>
}

export function VideoFailure({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  )
}

// The 16:9 box is the player itself, so that its caption finds room below it.
const frameLook =
  'relative [&_.prose]:max-w-none! [&_figure]:m-0! [&_figcaption]:mt-2 [&_figcaption]:text-sm [&_figcaption]:text-muted [&_.video-frame]:overflow-hidden [&_.video-frame]:rounded-lg [&_.video-frame]:border [&_.video-frame]:border-rule-strong [&_.video-frame]:bg-sunken'

type FrameProps = { html: string; speed: number; onFailed: () => void }

function Frame({ html, speed, onFailed }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)

  useEffect(() => {
    if (!frame.current) return
    frame.current.focus()
    return watchPlayer(frame.current, speed, (outcome) => (outcome === 'ready' ? setReady(true) : onFailed()))
  }, [speed, onFailed])

  return (
    <div ref={frame} tabIndex={-1} className={frameLook}>
      {!ready && <Spinner label="Loading video..." showLabel className="absolute inset-x-0 top-0 aspect-video" />}
      <Prose html={startingAtOnce(html)} />
    </div>
  )
}
