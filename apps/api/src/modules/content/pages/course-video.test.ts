import { expect, test } from 'vitest'
import { block, external, heading2, heading3, heading4, paragraph } from '../../../testing/notion-blocks.ts'
import { renderContext } from '../../../testing/render-blocks.ts'
import type { BlockNode } from '../render/block-node.ts'
import { publishedBlocks } from './render-page.ts'
import { renderVideoPart } from './video-part.ts'

function render(nodes: BlockNode[], video: string | null = null) {
  const warnings: string[] = []
  const html = renderVideoPart(video, publishedBlocks('course', nodes), renderContext({ warn: (rule) => void warnings.push(rule) }))
  return { html, warnings }
}

const below = block('video', external('https://youtu.be/dQw4w9WgXcQ') as never)

test('COURSE-08 the Video property of a course takes precedence over a video on its page', () => {
  expect(render([], 'https://vimeo.com/76979871').html).toContain('https://player.vimeo.com/video/76979871')
  const both = render([heading2('Video'), below], 'https://vimeo.com/76979871')
  expect(both.html).not.toContain('youtube')
  expect(both.warnings).toEqual(['video_twice'])
})

test('COURSE-08 a video below the heading is taken up to the next heading; other headings are the authors’ own', () => {
  const { html, warnings } = render([
    heading2('Plan'),
    paragraph('secret'),
    heading2('video:'),
    below,
    heading2('Plan B'),
    paragraph('secret'),
  ])
  expect(html).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  expect(html).not.toContain('secret')
  expect(warnings).toEqual([])
})

test('COURSE-08 the video section keeps its own smaller headings and ends at the next heading of its level', () => {
  const { html } = render([heading3('Video'), below, heading4('Captions'), paragraph('kept'), heading3('Notes'), paragraph('secret')])
  expect(html).toContain('kept')
  expect(html).not.toContain('secret')
})

test('COURSE-08 a course without a video has none', () => {
  expect(render([paragraph('notes'), heading2('Video')]).html).toBeNull()
})
