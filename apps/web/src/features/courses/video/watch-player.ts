/** A frame that has shown nothing by then will not. */
const PATIENCE_MS = 20_000

type Outcome = 'ready' | 'failed'

/**
 * Starts the video in `frame` and tells once whether it has something to show. Other sites' players start by themselves, and reveal no
 * more than that they loaded. Returns how to stop listening.
 */
export function watchPlayer(frame: HTMLElement, speed: number, settle: (outcome: Outcome) => void): () => void {
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
  // Errors of a media element do not bubble, but they pass here on their way down; those of its captions do no harm.
  const onError = ({ target }: Event) => {
    if (target === player) end('failed')
  }
  frame.addEventListener('error', onError, { capture: true, signal: listeners.signal })
  if (player instanceof HTMLVideoElement) {
    player.defaultPlaybackRate = speed
    player.playbackRate = speed
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
