import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSampleContent } from '../load-sample-content.ts'
import { splitBody } from '../split-body.ts'
import { breakLines, captionsOf, chaptersOf, videoPart } from './captions.ts'
import { clipSeconds, readClip, type Scene } from './clip.ts'
import { posterDigest, postersOf } from './posters.ts'

const { course } = loadSampleContent()
const content = path.resolve(import.meta.dirname, '../../content')
const tutorials = course.sessions.flatMap((session) => session.tutorials)
const pages = [{ ...course, duration: null }, ...tutorials]
const recordings = pages.flatMap((page) =>
  Object.entries(page.files)
    .filter(([, { contentType }]) => contentType.startsWith('video/'))
    .map(([address, file]) => {
      const name = address.replace('.webm', '')
      const clip = readClip(path.join(content, path.dirname(page.file), `${name}.clip.yaml`))
      return { page, file, name, clip, poster: page.files[`${name}.poster.webp`] }
    }),
)
const kindsIn = ({ scenes }: { scenes: Scene[] }) => new Set(scenes.map(({ action }) => action.kind))

test('EDITION-10 at least 16 tutorials have a recording of their own, all together below 60 MB', () => {
  const filmed = pages.filter(({ body }) => splitBody(body).parts.some(({ heading }) => heading === 'Video')).map(({ slug }) => slug)
  expect(recordings.map(({ page }) => page.slug)).toEqual(filmed)
  expect(filmed.length).toBeGreaterThanOrEqual(17)
  expect(new Set(recordings.map(({ file }) => file.name)).size).toBe(recordings.length)
  expect(recordings.reduce((sum, { file, poster }) => sum + file.bytes.length + (poster?.bytes.length ?? 0), 0)).toBeLessThan(60_000_000)
})

test('EDITION-10 the colors of a recording have the range that every browser shows alike', () => {
  // of the WebM element Range, the value for 16 to 235: Firefox and WebKit show paper as white when colors use the full range
  const limitedRange = Buffer.from('55b98101', 'hex')
  expect(recordings.filter(({ file }) => !Buffer.from(file.bytes).includes(limitedRange)).map(({ name }) => name)).toEqual([])
})

test('EDITION-19 each clip has a poster, made from the diagram and the title as they are now', () => {
  const digests: Record<string, string> = JSON.parse(readFileSync(path.join(content, 'posters.json'), 'utf8'))
  // to make them again: npx -y pnpm@10 --filter @academy/e2e posters
  expect(digests).toEqual(Object.fromEntries(postersOf(course).map((poster) => [poster.file, posterDigest(poster)])))
  const diagrams = postersOf(course).filter(({ diagram }) => diagram !== null)
  expect(diagrams).toHaveLength(recordings.filter(({ page }) => 'diagram' in page && page.diagram !== null).length)
  expect(diagrams.length).toBeGreaterThanOrEqual(14)
})

test.each(recordings.map(({ name, poster }) => [name, poster] as const))(
  'EDITION-19 the poster of %s is a WebP of 1280 × 720',
  (_name, poster) => {
    const bytes = Buffer.from(poster?.bytes ?? [])
    expect(bytes.subarray(8, 16).toString('latin1')).toBe('WEBPVP8X')
    // the header has the width and the height, less one, in three bytes each
    expect([bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]).toEqual([1280, 720])
    expect(bytes.length).toBeLessThan(60_000)
  },
)

test('EDITION-19 a poster is outdated when its diagram changes, or its title or description where there is no diagram', () => {
  const card = { file: 'x.poster.webp', title: 'Title', description: 'Description', diagram: null }
  const drawing = { ...card, diagram: '<svg/>' }
  const digests = [
    card,
    { ...card, title: 'Other' },
    { ...card, description: 'Other' },
    drawing,
    { ...drawing, diagram: '<svg></svg>' },
  ].map(posterDigest)
  expect(new Set(digests).size).toBe(5)
  expect(posterDigest({ ...drawing, description: 'Other' })).toBe(posterDigest(drawing))
})

test('EDITION-10 recordings type prompts, apply answers, run commands, use the board, and correct a failure', () => {
  const clips = recordings.map(({ clip }) => clip)
  const countClips = (condition: (clip: (typeof clips)[number]) => boolean) => clips.filter(condition).length
  expect(countClips((clip) => kindsIn(clip).has('prompt'))).toBeGreaterThanOrEqual(10)
  expect(countClips((clip) => kindsIn(clip).has('apply') || kindsIn(clip).has('edit'))).toBeGreaterThanOrEqual(15)
  expect(countClips((clip) => kindsIn(clip).has('run'))).toBeGreaterThanOrEqual(16)
  expect(countClips((clip) => kindsIn(clip).has('board'))).toBeGreaterThanOrEqual(10)
  const fails = (clip: (typeof clips)[number]) => clip.scenes.some(({ action }) => action.kind === 'run' && action.fails)
  expect(countClips((clip) => fails(clip) || kindsIn(clip).has('say') || kindsIn(clip).has('edit'))).toBeGreaterThanOrEqual(16)
})

test.each(recordings.map((clip) => [clip.file.name, clip] as const))(
  'EDITION-10 EDITION-11 %s lasts 1 to 4 minutes; its label, captions, chapters and poster are on the page',
  (_name, { page, file, name, clip, poster }) => {
    const seconds = clipSeconds(clip)
    expect(seconds).toBeGreaterThanOrEqual(60)
    expect(seconds).toBeLessThanOrEqual(240)
    // the field `duration` of a page is the length of its video
    if (page.slug !== course.slug) expect(page.duration).toBe(Math.max(1, Math.round(seconds / 60)))
    expect(Buffer.from(file.bytes.subarray(0, 4)).toString('hex')).toBe('1a45dfa3')
    // free workspaces of Notion accept files of up to 5 MB
    expect(file.bytes.length).toBeLessThan(4_000_000)
    expect(poster).toBeDefined()
    const video = splitBody(page.body).parts.find(({ heading }) => heading === 'Video')?.text
    expect(video).toBe(videoPart(name, clip))
    expect(video).toContain('Scripted replay, recorded ')
    expect(clip.scenes[0]?.chapter).not.toBeNull()
    expect(clip.scenes.filter(({ chapter }) => chapter !== null).length).toBeGreaterThanOrEqual(3)
    for (const { caption, seconds: duration } of clip.scenes) {
      expect(breakLines(caption).length, caption).toBeLessThanOrEqual(2)
      // a comfortable reading speed in characters per second
      expect(caption.length / duration, caption).toBeLessThanOrEqual(17)
    }
  },
)

const scene = (seconds: number, caption: string, chapter: string | null): Scene => ({
  seconds,
  caption,
  chapter,
  action: { kind: 'stop' },
})

test('EDITION-11 captions follow one another without a gap, and each chapter lasts until the next one', () => {
  const scenes = [
    scene(2.5, 'One sentence that has more characters than one line takes.', 'First'),
    scene(60, 'Two.', null),
    scene(3, 'Three.', 'Last'),
  ]
  expect(captionsOf(scenes.slice(0, 2))).toBe(
    'WEBVTT\n\n00:00.000 --> 00:02.500\nOne sentence that has more\ncharacters than one line takes.\n\n00:02.500 --> 01:02.500\nTwo.',
  )
  expect(chaptersOf(scenes)).toBe('WEBVTT\nKind: chapters\n\n00:00.000 --> 01:02.500\nFirst\n\n01:02.500 --> 01:05.500\nLast')
})

const FIELDS = 'about: A\nrecorded: 2026-11-23\n'

test.each([
  ['about: A', 'should have the fields "about" and "recorded"'],
  [FIELDS, 'should have "scenes"'],
  [`${FIELDS}length: 3\nscenes: []`, 'has an unknown field "length"'],
  [`${FIELDS}scenes: [{ seconds: 1, caption: C, stop: true }]`, 'scene 1 should last at least two "seconds"'],
  [`${FIELDS}scenes: [{ seconds: 5, stop: true }]`, 'scene 1 should have a "caption"'],
  [`${FIELDS}scenes: [{ seconds: 5, caption: C }]`, 'scene 1 should have exactly one action of'],
  [`${FIELDS}scenes: [{ seconds: 5, caption: C, apply: a.js }]`, 'scene 1 has an invalid "apply"'],
])('refuses an invalid clip: %j', (yaml, message) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-clip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'x.clip.yaml')
  writeFileSync(file, yaml)
  expect(() => readClip(file)).toThrow(message)
})
