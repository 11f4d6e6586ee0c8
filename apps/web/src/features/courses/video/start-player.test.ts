import { beforeEach, expect, test, vi } from 'vitest'
import { startPlayer } from './start-player.ts'

let frame: HTMLElement
let outcomes: string[]

beforeEach(() => {
  vi.useFakeTimers()
  // Not in the document, so nothing loads.
  frame = document.createElement('div')
  outcomes = []
})

const watch = (html: string, speed = 1) => {
  frame.innerHTML = html
  for (const video of frame.querySelectorAll('video')) video.play = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  return startPlayer(frame, speed, (outcome) => outcomes.push(outcome))
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
