import { captionTracks } from './caption-tracks.ts'
import { loadPlayerPreferences, savePlayerPreferences } from './player-preferences.ts'

/** The time after which an iframe that has not loaded counts as failed. */
const LOAD_TIMEOUT_MS = 20_000

/** The interval at which a playing video reports its position. */
const POSITION_INTERVAL_SECONDS = 10
/** A video that was left this close to its end starts from the beginning. */
const END_SECONDS = 10

type Outcome = 'ready' | 'failed'

export type PlayerOptions = {
  /** The speed for users who have not chosen one. */
  speed: number
  onOutcome: (outcome: Outcome) => void
  /** Returns the second to start at; undefined while it is unknown. */
  startAt?: (() => number | undefined) | undefined
  /** The second that a link names. It overrides `startAt`. */
  from?: number | undefined
  /** Receives the position while the video plays, and when it stops. Never 0. */
  onPosition?: ((seconds: number) => void) | undefined
  onEnded?: (() => void) | undefined
}

/**
 * Starts the video in `frame` and reports whether it loaded. Our own videos also resume, report their position, and keep the speed and
 * captions that the user chose; players of video hosts start by themselves and only report their `load` event. Returns a function that
 * removes the listeners.
 */
export function startPlayer(frame: HTMLElement, options: PlayerOptions): () => void {
  const { onOutcome } = options
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
    resume(player, options, listeners.signal)
    applyPreferences(player, options.speed, listeners.signal)
    // When the browser blocks autoplay, its controls are visible. A broken file fires an error event.
    player.play().catch(() => undefined)
    // A video begins to load when its HTML is parsed. React may show it 300 ms later, and its error event is over by then.
    finish(player.error ? 'failed' : 'ready')
  } else {
    player.addEventListener('load', () => finish('ready'), { signal: listeners.signal })
  }
  return () => {
    clearTimeout(timeout)
    listeners.abort()
  }
}

/** Starts where the video was left, and reports how far it is watched. */
function resume(video: HTMLVideoElement, { startAt, from, onPosition, onEnded }: PlayerOptions, signal: AbortSignal): void {
  let reported = 0
  /** Until the video starts where it was left, or where the user goes, no position is reported: it would replace that one. */
  let isStarted = from !== undefined
  const report = () => {
    const seconds = Math.floor(video.currentTime)
    if (!isStarted || seconds < 1 || seconds === reported) return
    reported = seconds
    onPosition?.(seconds)
  }
  const seek = () => {
    const seconds = from ?? (startAt ? startAt() : 0)
    if (seconds === undefined) return
    isStarted = true
    const end = from === undefined ? video.duration - END_SECONDS : video.duration
    if (seconds > 0 && seconds < end) video.currentTime = seconds
    reported = seconds
  }
  whenLoaded(video, seek, signal)
  const onTimeUpdate = () => {
    if (!isStarted) seek()
    if (Math.abs(video.currentTime - reported) >= POSITION_INTERVAL_SECONDS) report()
  }
  const reportWhenHidden = () => {
    if (document.visibilityState === 'hidden') report()
  }
  const onSeeking = () => {
    isStarted = true
  }
  video.addEventListener('timeupdate', onTimeUpdate, { signal })
  video.addEventListener('seeking', onSeeking, { signal })
  video.addEventListener('pause', report, { signal })
  video.addEventListener('ended', () => onEnded?.(), { signal })
  document.addEventListener('visibilitychange', reportWhenHidden, { signal })
  signal.addEventListener('abort', report)
}

/** Calls `start` when the length and the tracks of a video are known. */
function whenLoaded(video: HTMLVideoElement, start: () => void, signal: AbortSignal): void {
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) start()
  else video.addEventListener('loadedmetadata', start, { once: true, signal })
}

/** Applies the speed and the captions that the user chose last, and stores what they choose now. Captions are shown until then. */
function applyPreferences(video: HTMLVideoElement, defaultSpeed: number, signal: AbortSignal): void {
  const { speed = defaultSpeed, captions = true } = loadPlayerPreferences()
  video.defaultPlaybackRate = speed
  video.playbackRate = speed
  let lastSpeed = speed
  const saveSpeed = () => {
    if (video.playbackRate === lastSpeed) return
    lastSpeed = video.playbackRate
    savePlayerPreferences({ speed: lastSpeed })
  }
  video.addEventListener('ratechange', saveSpeed, { signal })
  const saveCaptions = () => savePlayerPreferences({ captions: captionTracks(video).some(({ mode }) => mode === 'showing') })
  // Until here WebKit follows a setting of the system, which hides captions, although the track is the default.
  const showCaptions = () => {
    for (const track of captionTracks(video)) track.mode = captions ? 'showing' : 'hidden'
    video.textTracks.addEventListener('change', saveCaptions, { signal })
  }
  whenLoaded(video, showCaptions, signal)
}
