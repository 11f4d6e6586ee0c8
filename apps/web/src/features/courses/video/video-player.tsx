import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  /** Asks the API for the HTML again, whose addresses of our own files expire; undefined when it cannot be had. */
  renew: () => Promise<string | undefined>
}

/** The embedded video, 16:9, with its loading and error states (COURSE-18). */
export function VideoPlayer({ html, failure, speed = 1, renew }: VideoPlayerProps) {
  // The content is loaded again from time to time, and then names its file by another address: what is playing keeps the one it has.
  const [viewing, setViewing] = useState({ attempt: 0, html })
  const [state, setState] = useState<'shown' | 'failed' | 'renewing'>('shown')
  if (state === 'shown') return <Frame key={viewing.attempt} html={viewing.html} speed={speed} onFailed={() => setState('failed')} />
  const retry = async () => {
    setState('renewing')
    const renewed = await renew()
    setViewing({ attempt: viewing.attempt + 1, html: renewed || viewing.html })
    setState('shown')
  }
  return (
    <VideoFailure onRetry={() => void retry()} retrying={state === 'renewing'}>
      {failure}
    </VideoFailure>
  )
}

type VideoFailureProps = { children: string; onRetry: () => void; retrying?: boolean }

export function VideoFailure({ children, onRetry, retrying = false }: VideoFailureProps) {
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="secondary" size="sm" pending={retrying} onClick={onRetry}>
          {!retrying && <RotateCw aria-hidden="true" />}
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
  const settle = useEffectEvent((outcome: 'ready' | 'failed') => (outcome === 'ready' ? setReady(true) : onFailed()))

  useEffect(() => {
    if (!frame.current) return
    frame.current.focus()
    return watchPlayer(frame.current, speed, (outcome) => settle(outcome))
  }, [speed])

  return (
    <div ref={frame} tabIndex={-1} className={frameLook}>
      {!ready && <Spinner label="Loading video..." showLabel className="absolute inset-x-0 top-0 aspect-video" />}
      <Prose html={startingAtOnce(html)} />
    </div>
  )
}
