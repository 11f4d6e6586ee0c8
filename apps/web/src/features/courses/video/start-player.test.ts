import { beforeEach, expect, test, vi } from 'vitest'
import { type PlayerOptions, startPlayer } from './start-player.ts'

let frame: HTMLElement
let outcomes: string[]

beforeEach(() => {
  vi.useFakeTimers()
  // Not in the document, so nothing loads.
  frame = document.createElement('div')
  outcomes = []
})

const watch = (html: string, speed = 1, progress: Partial<PlayerOptions> = {}) => {
  frame.innerHTML = html
  for (const video of frame.querySelectorAll('video')) video.play = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  return startPlayer(frame, { speed, onOutcome: (outcome) => outcomes.push(outcome), ...progress })
}

const OWN_VIDEO = '<video src="/api/files/clip" controls><track kind="captions" src="/api/files/captions"></video>'

/** Starts our own video of 100 seconds. */
function watchOwn(progress: Partial<PlayerOptions> = {}) {
  const stop = watch(OWN_VIDEO, 1.2, progress)
  const video = frame.querySelector('video')
  if (!video) throw new Error('no video')
  let time = 0
  Object.defineProperty(video, 'duration', { value: 100 })
  Object.defineProperty(video, 'currentTime', {
    get: () => time,
    set: (seconds: number) => {
      time = seconds
    },
  })
  video.dispatchEvent(new Event('loadedmetadata'))
  const playTo = (seconds: number) => {
    time = seconds
    video.dispatchEvent(new Event('timeupdate'))
  }
  return { video, stop, playTo }
}
const fail = (selector: string) => frame.querySelector(selector)?.dispatchEvent(new Event('error'))

test('TUT-33 starts our own video at the stated speed and is ready when autoplay is blocked', () => {
  watch('<video src="/api/files/clip" controls></video>', 1.2)
  const video = frame.querySelector('video')
  expect([video?.playbackRate, video?.defaultPlaybackRate, outcomes]).toEqual([1.2, 1.2, ['ready']])
})

test('COURSE-18 reports a broken video and ignores broken captions', () => {
  watch('<video src="/api/files/clip"><track src="/api/files/captions"></video>')
  fail('track')
  expect(outcomes).toEqual(['ready'])
  fail('video')
  expect(outcomes).toEqual(['ready', 'failed'])
})

test.each([0, 50, 200])('COURSE-18 reports a video whose file is refused after %d ms, before or after the player starts', (delay) => {
  frame.innerHTML = '<video src="/api/files/expired"></video>'
  const video = frame.querySelector('video') as HTMLVideoElement
  video.play = () => Promise.reject(new DOMException('No', 'NotSupportedError'))
  setTimeout(() => {
    Object.defineProperty(video, 'error', { value: { code: 4 } })
    video.dispatchEvent(new Event('error'))
  }, delay)
  vi.advanceTimersByTime(100)
  startPlayer(frame, { speed: 1, onOutcome: (outcome) => outcomes.push(outcome) })
  vi.advanceTimersByTime(200)
  expect(outcomes.at(-1)).toBe('failed')
})

test('COURSE-18 an iframe is ready on load and has failed after 20 seconds', () => {
  watch('<iframe></iframe>')
  frame.querySelector('iframe')?.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(60_000)
  expect(outcomes).toEqual(['ready'])

  outcomes = []
  watch('<iframe></iframe>')
  vi.advanceTimersByTime(19_999)
  expect(outcomes).toEqual([])
  vi.advanceTimersByTime(1)
  expect(outcomes).toEqual(['failed'])
})

test('is ready at once for a link instead of a player', () => {
  watch('<p><a href="https://example.com/">the video</a></p>')
  expect(outcomes).toEqual(['ready'])
})

test('reports nothing after cleanup', () => {
  const stop = watch('<iframe></iframe>')
  stop()
  fail('iframe')
  vi.advanceTimersByTime(60_000)
  expect(outcomes).toEqual([])
})

test.each([
  [0, 0, 'never watched'],
  [42, 42, 'left in the middle'],
  [95, 0, 'left at the end'],
])('LEARN-05 a video that was left at %d s starts at %d s: %s', (position, expected, _reason) => {
  expect(watchOwn({ startAt: () => position }).video.currentTime).toBe(expected)
})

test('LEARN-05 reports the position every ten seconds, when it stops and when it is left, and never 0', () => {
  const positions: number[] = []
  const { video, stop, playTo } = watchOwn({ startAt: () => 30, onPosition: (seconds) => positions.push(seconds) })
  video.dispatchEvent(new Event('pause'))
  expect(positions).toEqual([])
  for (const seconds of [31, 35, 40.4, 45, 50.9]) playTo(seconds)
  expect(positions).toEqual([40, 50])
  playTo(53)
  video.dispatchEvent(new Event('pause'))
  video.dispatchEvent(new Event('pause'))
  expect(positions).toEqual([40, 50, 53])
  playTo(0)
  playTo(0.5)
  video.dispatchEvent(new Event('pause'))
  expect(positions).toEqual([40, 50, 53])
  playTo(7)
  stop()
  expect(positions).toEqual([40, 50, 53, 7])
})

test('LEARN-11 a video starts where it was left as soon as that is known, and reports nothing before', () => {
  const positions: number[] = []
  let position: number | undefined
  const { video, playTo } = watchOwn({ startAt: () => position, onPosition: (seconds) => positions.push(seconds) })
  playTo(12)
  video.dispatchEvent(new Event('pause'))
  expect(positions).toEqual([])
  position = 60
  playTo(13)
  expect([video.currentTime, positions]).toEqual([60, []])
  playTo(70)
  expect(positions).toEqual([70])
})

test('LEARN-11 a video stays where the user goes before it is known where it was left', () => {
  const positions: number[] = []
  let position: number | undefined
  const { video, playTo } = watchOwn({ startAt: () => position, onPosition: (seconds) => positions.push(seconds) })
  playTo(30)
  video.dispatchEvent(new Event('seeking'))
  position = 60
  playTo(31)
  expect([video.currentTime, positions]).toEqual([31, [31]])
})

test('LEARN-12 reports the end of the video', () => {
  const onEnded = vi.fn()
  const { video, stop } = watchOwn({ onEnded })
  video.dispatchEvent(new Event('ended'))
  stop()
  video.dispatchEvent(new Event('ended'))
  expect(onEnded).toHaveBeenCalledTimes(1)
})

test('LEARN-11 remembers the speed that the user chose', () => {
  const { video, stop } = watchOwn()
  video.dispatchEvent(new Event('ratechange'))
  expect(localStorage.getItem('academy.player')).toBeNull()
  video.playbackRate = 1.75
  video.dispatchEvent(new Event('ratechange'))
  stop()
  expect(watchOwn().video.playbackRate).toBe(1.75)
  localStorage.setItem('academy.player', '{"speed":99,"captions":"yes"}')
  expect(watchOwn().video.playbackRate, 'a speed that no player has').toBe(1.2)
})

test('LEARN-11 remembers whether captions were shown, and leaves chapters alone', () => {
  const watchWithTracks = () => {
    frame.innerHTML = '<video></video>'
    const video = frame.querySelector('video')
    const tracks = Object.assign(new EventTarget(), {
      *[Symbol.iterator]() {
        yield* [captions, chapters]
      },
    })
    const captions = { kind: 'captions', mode: 'disabled' }
    const chapters = { kind: 'chapters', mode: 'hidden' }
    Object.defineProperty(video, 'textTracks', { value: tracks })
    if (video) video.play = async () => undefined
    startPlayer(frame, { speed: 1, onOutcome: () => undefined })
    // As WebKit does by a setting of the system.
    captions.mode = 'disabled'
    tracks.dispatchEvent(new Event('change'))
    video?.dispatchEvent(new Event('loadedmetadata'))
    return { tracks, captions, chapters }
  }
  const { tracks, captions, chapters } = watchWithTracks()
  expect(captions.mode, 'before the user chose').toBe('showing')
  tracks.dispatchEvent(new Event('change'))
  const next = watchWithTracks()
  expect([next.captions.mode, next.chapters.mode]).toEqual(['showing', 'hidden'])
  captions.mode = 'disabled'
  chapters.mode = 'showing'
  tracks.dispatchEvent(new Event('change'))
  expect(watchWithTracks().captions.mode).toBe('hidden')
})
