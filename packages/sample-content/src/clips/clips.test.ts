import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bodyParts } from '../body-parts.ts'
import { loadSampleContent } from '../load-sample-content.ts'
import { codeOf } from '../testing/code-samples.ts'
import { breakLines, captionsOf } from './captions.ts'
import { cardSvg } from './card-svg.ts'
import { readClip } from './clip.ts'

const { course } = loadSampleContent()
const content = path.resolve(import.meta.dirname, '../../content')
const pages = [course, ...course.sessions.flatMap(({ tutorials }) => tutorials)]
const shown = pages.flatMap((page) =>
  Object.entries(page.files)
    .filter(([, { contentType }]) => contentType.startsWith('video/'))
    .map(([address, file]) => ({
      page,
      file,
      cards: readClip(path.join(content, path.dirname(page.file), address.replace('.webm', '.clip.yaml'))),
    })),
)

test('whatever shows a video shows a clip of its own', () => {
  const filmed = pages.filter(({ body }) => bodyParts(body).parts.some(({ heading }) => heading === 'Video')).map(({ slug }) => slug)
  expect(shown.map(({ page }) => page.slug)).toEqual(filmed)
  expect(new Set(shown.map(({ file }) => file.name)).size).toBe(shown.length)
  expect(shown.reduce((sum, { file }) => sum + file.bytes.length, 0)).toBeLessThan(10_000_000)
})

test.each(shown.map((clip) => [clip.file.name, clip] as const))(
  '%s is small, and its captions are those of its cards',
  (_name, { page, file, cards }) => {
    expect(Buffer.from(file.bytes.subarray(0, 4)).toString('hex')).toBe('1a45dfa3')
    expect(file.bytes.length).toBeLessThan(400_000)
    const video = bodyParts(page.body).parts.find(({ heading }) => heading === 'Video')?.text ?? ''
    expect(codeOf(video)).toEqual([{ language: 'vtt', code: `${captionsOf(cards)}\n` }])
    const seconds = cards.reduce((sum, card) => sum + card.seconds, 0)
    expect(video).toMatch(new RegExp(`!\\[.* in ${seconds} seconds, without sound\\]`))
    for (const { caption, seconds: shownFor } of cards) {
      expect(breakLines(caption).length).toBeLessThanOrEqual(2)
      // what is read in comfort
      expect(caption.length / shownFor).toBeLessThanOrEqual(17)
    }
  },
)

test('a card carries its words as text, in two lines where one is too narrow', () => {
  const card = { seconds: 5, number: 2, heading: 'A heading that needs two lines & more', lines: ['a < b'], caption: 'C' }
  const svg = cardSvg(card, 1, 3)
  expect(svg).toContain('>2</text>')
  expect(svg).toContain('>A heading that needs</text>')
  expect(svg).toContain('>two lines &amp; more</text>')
  expect(svg).toContain('>a &lt; b</text>')
  expect(svg.match(/fill="#dcdcd3"/g)).toHaveLength(1)
})

test('captions follow one another without a gap', () => {
  const card = { number: null, heading: 'H', lines: [], caption: 'One sentence that has more characters than one line takes.' }
  expect(
    captionsOf([
      { ...card, seconds: 2.5 },
      { ...card, seconds: 60, caption: 'Two.' },
    ]),
  ).toBe('WEBVTT\n\n00:00.000 --> 00:02.500\nOne sentence that has more\ncharacters than one line takes.\n\n00:02.500 --> 01:02.500\nTwo.')
})

test.each([
  ['{}', 'should be a list of cards'],
  ['[]', 'should be a list of cards'],
  ['- seconds: 1\n  heading: H\n  caption: C', 'card 1 should stay for at least two "seconds"'],
  ['- seconds: 5\n  caption: C', 'card 1 should have a "heading" and a "caption"'],
  ['- seconds: 5\n  heading: H\n  caption: C\n  line: x', 'card 1 has a field "line", which is not known'],
  ['- seconds: 5\n  heading: H\n  caption: C\n  lines: x', 'card 1 should have "lines" of text'],
])('cards that cannot be shown are told: %j', (yaml, message) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-clip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'x.clip.yaml')
  writeFileSync(file, yaml)
  expect(() => readClip(file)).toThrow(message)
})
