import { captionTracks } from './caption-tracks.ts'
import { loadPlayerPreferences } from './player-preferences.ts'

/** The keys of the player, for the dialog that lists them. */
export const PLAYER_KEYS: { keys: string[]; action: string }[] = [
  { keys: ['Space', 'K'], action: 'Play or pause' },
  { keys: ['J'], action: '10 seconds back' },
  { keys: ['L'], action: '10 seconds forward' },
  { keys: ['Left arrow'], action: '5 seconds back' },
  { keys: ['Right arrow'], action: '5 seconds forward' },
  { keys: ['C'], action: 'Captions on or off' },
  { keys: ['F'], action: 'Full screen on or off' },
  { keys: ['Question mark'], action: 'Show these keys' },
]

const seekBy = (seconds: number) => (video: HTMLVideoElement) => {
  const end = Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY
  video.currentTime = Math.min(end, Math.max(0, video.currentTime + seconds))
}

function togglePlay(video: HTMLVideoElement): void {
  // A browser that blocks it leaves the video paused, as its controls show.
  if (video.paused) video.play().catch(() => undefined)
  else video.pause()
}

function toggleCaptions(video: HTMLVideoElement): void {
  const tracks = captionTracks(video)
  const mode = tracks.some((track) => track.mode === 'showing') ? 'hidden' : 'showing'
  for (const track of tracks) track.mode = mode
}

/** Opens or leaves full screen. A browser may refuse it; the video then stays where it is. */
function toggleFullScreen(video: HTMLVideoElement): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen()
  change.catch(() => undefined)
}

type Action = (video: HTMLVideoElement) => void

/** Actions that a held key repeats. */
const seeks: Record<string, Action> = { j: seekBy(-10), l: seekBy(10), arrowleft: seekBy(-5), arrowright: seekBy(5) }
const toggles: Record<string, Action> = { ' ': togglePlay, k: togglePlay, c: toggleCaptions, f: toggleFullScreen }

/** Elements in which the user types or chooses with any of the keys. */
const FIELDS = 'input, textarea, select, [contenteditable], [popover]'
/** Elements that the space bar presses. The browser's controls in the video handle it themselves. */
const PRESSED_BY_SPACE = 'button, a, summary, video'
/** Elements that arrows scroll or move in. */
const MOVED_BY_ARROWS = 'pre, [tabindex="0"], [role="tablist"], [role="menu"]'

/** Handles the keys of our own video until the signal aborts. */
export function handlePlayerKeys(video: HTMLVideoElement, showKeys: () => void, signal: AbortSignal): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, repeat } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (!(target instanceof Element) || target.closest(FIELDS) || document.querySelector('dialog[open]')) return
    if (loadPlayerPreferences().keys === false) return
    if (key === '?') {
      event.preventDefault()
      return showKeys()
    }
    const name = key.toLowerCase()
    const action = seeks[name] ?? toggles[name]
    if (!action || event.shiftKey) return
    // Elsewhere on the page the space bar scrolls.
    if (name === ' ' && (target.closest(PRESSED_BY_SPACE) || !isInView(video))) return
    if (name.startsWith('arrow') && target.closest(MOVED_BY_ARROWS)) return
    event.preventDefault()
    if (!repeat || name in seeks) action(video)
  }
  document.addEventListener('keydown', onKeyDown, { signal })
}

function isInView(video: HTMLVideoElement): boolean {
  const { top, bottom } = video.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
