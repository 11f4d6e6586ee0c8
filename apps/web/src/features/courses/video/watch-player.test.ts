import { beforeEach, expect, test, vi } from 'vitest'
import { watchPlayer } from './watch-player.ts'

let frame: HTMLElement
let outcomes: string[]

beforeEach(() => {
  vi.useFakeTimers()
  // Not in the document: nothing loads by itself.
  frame = document.createElement('div')
  outcomes = []
})

const watch = (html: string, speed = 1) => {
  frame.innerHTML = html
  for (const video of frame.querySelectorAll('video')) video.play = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  return watchPlayer(frame, speed, (outcome) => outcomes.push(outcome))
}
const fail = (selector: string) => frame.querySelector(selector)?.dispatchEvent(new Event('error'))

test('TUT-33 a video of our own starts at the stated speed, and shows its controls where it may not start by itself', () => {
  watch('<video src="/api/files/clip" controls></video>', 1.2)
  const video = frame.querySelector('video')
  expect([video?.playbackRate, video?.defaultPlaybackRate, outcomes]).toEqual([1.2, 1.2, ['ready']])
})

test('COURSE-18 a broken video has failed; broken captions have not broken it', () => {
  watch('<video src="/api/files/clip"><track src="/api/files/captions"></video>')
  fail('track')
  expect(outcomes).toEqual(['ready'])
  fail('video')
  expect(outcomes).toEqual(['ready', 'failed'])
})

test('COURSE-18 a frame of another site is ready when it has loaded, and has failed when it shows nothing for 20 seconds', () => {
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

test('a link in place of a player is there at once', () => {
  watch('<p><a href="https://example.com/">the video</a></p>')
  expect(outcomes).toEqual(['ready'])
})

test('who is gone is told nothing any more', () => {
  const stop = watch('<iframe></iframe>')
  stop()
  fail('iframe')
  vi.advanceTimersByTime(60_000)
  expect(outcomes).toEqual([])
})
