/** An iframe that has not loaded by then has failed. */
const LOAD_TIMEOUT_MS = 20_000

type Outcome = 'ready' | 'failed'

/**
 * Starts the video in `frame` and reports whether it loaded. Players of video hosts start by themselves and only report their `load`
 * event. Returns a function that removes the listeners.
 */
export function startPlayer(frame: HTMLElement, speed: number, onOutcome: (outcome: Outcome) => void): () => void {
  const player = frame.querySelector<HTMLIFrameElement | HTMLVideoElement>('iframe, video')
  if (!player) {
    onOutcome('ready')
    return () => undefined
  }
  const listeners = new AbortController()
  const timeout = setTimeout(() => finish('failed'), LOAD_TIMEOUT_MS)
  const finish = (outcome: Outcome) => {
    clearTimeout(timeout)
    onOutcome(outcome)
  }
  // Media errors do not bubble, so this listens in the capture phase. Errors of caption tracks are ignored.
  const onError = ({ target }: Event) => {
    if (target === player) finish('failed')
  }
  frame.addEventListener('error', onError, { capture: true, signal: listeners.signal })
  if (player instanceof HTMLVideoElement) {
    player.defaultPlaybackRate = speed
    player.playbackRate = speed
    // When the browser blocks autoplay, its controls are visible. A broken file fires an error event.
    player.play().catch(() => undefined)
    finish('ready')
  } else {
    player.addEventListener('load', () => finish('ready'), { signal: listeners.signal })
  }
  return () => {
    clearTimeout(timeout)
    listeners.abort()
  }
}
