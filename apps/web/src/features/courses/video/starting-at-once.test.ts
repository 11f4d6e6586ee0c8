import { expect, test } from 'vitest'
import { startingAtOnce } from './starting-at-once.ts'

const frame = (src: string) => `<div class="video-frame"><iframe src="${src}" title="Video" allow="autoplay"></iframe></div>`

test.each([
  ['https://www.loom.com/embed/1', 'https://www.loom.com/embed/1?autoplay=1'],
  ['https://player.vimeo.com/video/1?dnt=1', 'https://player.vimeo.com/video/1?dnt=1&amp;autoplay=1'],
])('COURSE-17 one click is enough: the player at %s starts by itself', (src, started) => {
  expect(startingAtOnce(frame(src))).toBe(frame(started))
})

test('COURSE-17 what is no player of another site stays as it is', () => {
  const own = '<video src="/api/files/clip" controls></video><p><a href="https://example.com/">the video</a></p>'
  expect(startingAtOnce(own)).toBe(own)
})
