import { expect, test } from 'vitest'
import { withAutoplay } from './with-autoplay.ts'

const frame = (src: string) => `<div class="video-frame"><iframe src="${src}" title="Video" allow="autoplay"></iframe></div>`

test.each([
  ['https://www.loom.com/embed/1', 'https://www.loom.com/embed/1?autoplay=1'],
  ['https://player.vimeo.com/video/1?dnt=1', 'https://player.vimeo.com/video/1?dnt=1&amp;autoplay=1'],
])('COURSE-17 one click is enough: the player at %s starts by itself', (src, started) => {
  expect(withAutoplay(frame(src))).toBe(frame(started))
})

test('COURSE-17 leaves everything else unchanged', () => {
  const own = '<video src="/api/files/clip" controls></video><p><a href="https://example.com/">the video</a></p>'
  expect(withAutoplay(own)).toBe(own)
})
