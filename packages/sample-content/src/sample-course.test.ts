import { describe, expect, test } from 'vitest'
import { bodyParts } from './body-parts.ts'
import { loadSampleContent } from './load-sample-content.ts'
import type { TutorialContent } from './sample-content.ts'
import { brokenLines, codeOf, proseOf, run, wordsIn } from './testing/code-samples.ts'

const { course } = loadSampleContent()
const tutorials = course.sessions.flatMap((session) => session.tutorials)

/** Parts of a tutorial by their headings. */
const partsOf = ({ body }: TutorialContent) => new Map(bodyParts(body).parts.map(({ heading, text }) => [heading, text]))

test('the course has three sessions with one tutorial each, and unique slugs', () => {
  expect(course.slug).toBe('master-course')
  expect(course.sessions.map(({ order }) => order)).toEqual([1, 2, 3])
  expect(course.sessions.map((session) => session.tutorials.length)).toEqual([1, 1, 1])
  expect(new Set(tutorials.map(({ slug }) => slug)).size).toBe(3)
})

test('free, VIP and locked tutorials, both feedback boxes, a long one and a diagram occur', () => {
  expect(course.sessions.map(({ free }) => free)).toEqual([true, false, false])
  expect(tutorials.map(({ free, vip }) => free || vip)).toEqual([false, true, false])
  expect(tutorials.map(({ feedback }) => feedback)).toEqual(['feedback', null, 'testimonial'])
  expect(tutorials.filter(({ duration }) => (duration ?? 0) >= 20)).toHaveLength(1)
  expect(tutorials.filter(({ diagram }) => diagram !== null)).toHaveLength(1)
})

describe.each(tutorials.map((tutorial) => [tutorial.slug, tutorial] as const))('%s', (_slug, tutorial) => {
  const parts = partsOf(tutorial)

  test('has every part, in order', () => {
    const known = ['Description', 'Tools', 'Video', 'Prompt', 'Code sample', 'Pro tips', 'Transition']
    expect([...parts.keys()].filter((name) => name !== 'Video')).toEqual(known.filter((name) => name !== 'Video'))
    for (const [name, text] of parts) expect(text, name).not.toBe('')
  })

  test('says what it has to say in 300 to 700 words, prompts and code not counted', () => {
    const words = wordsIn(proseOf(tutorial.body))
    expect(words).toBeGreaterThanOrEqual(300)
    expect(words).toBeLessThanOrEqual(700)
  })

  test('has three to five tips, each with its explanation', () => {
    const tips = parts.get('Pro tips')?.split(/^### .+$/m) ?? []
    expect(tips[0]).toBe('')
    expect(tips.length - 1).toBeGreaterThanOrEqual(3)
    expect(tips.length - 1).toBeLessThanOrEqual(5)
    for (const tip of tips.slice(1)) expect(tip.trim()).not.toBe('')
  })

  test('has prompts that can be pasted as they stand', () => {
    const prompts = codeOf(parts.get('Prompt') ?? '')
    expect(prompts.length).toBeGreaterThan(0)
    for (const { language, code } of prompts) {
      expect(language).toBe('text')
      // nothing to fill in first
      expect(code).not.toMatch(/\[[^\]]*\]|<[^>]*>|\{\{|\.\.\./)
      expect(brokenLines(code)).toEqual([])
    }
  })

  test('has a code sample that Node accepts', () => {
    const samples = codeOf(parts.get('Code sample') ?? '')
    expect(samples).toHaveLength(1)
    for (const sample of samples) {
      const { status, stderr } = run(sample, ['--check'])
      expect(status, stderr).toBe(0)
    }
  })

  test('raises its voice nowhere', () => {
    expect(proseOf(tutorial.body).replace(/!\[|\[![A-Z]+\]/g, '')).not.toContain('!')
  })
})

const sampleOf = (slug: string) => {
  const tutorial = tutorials.find((candidate) => candidate.slug === slug)
  const [sample] = tutorial ? codeOf(partsOf(tutorial).get('Code sample') ?? '') : []
  if (sample === undefined) throw new Error(`no code sample in ${slug}`)
  return sample
}

test('the first code sample prints what its last lines promise', () => {
  const sample = sampleOf('write-a-brief-that-gets-built')
  const promised = [...sample.code.matchAll(/^\/\/ (\d.*)$/gm)].map(([, line]) => line)
  expect(run(sample).stdout.trim().split('\n')).toEqual(promised)
})

test('the second code sample keeps notes, refuses empty ones and never loses what it cannot read', () => {
  const { language, code } = sampleOf('build-one-slice-from-end-to-end')
  const trial = `
    const kept = new Map()
    const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) }
    const { note } = readNote({ text: ' Slow ', source: 'call', date: '2026-03-02' })
    saveNote(note, storage)
    const before = loadNotes(storage).map(({ text }) => text)
    kept.set('signal-board.notes', '[{"text":')
    const after = loadNotes(storage)
    console.log(JSON.stringify([before, after, kept.get('signal-board.notes.damaged'), readNote({ text: ' ', source: 'call', date: '2026-03-02' }).problem.field]))`
  expect(JSON.parse(run({ language, code: code + trial }).stdout)).toEqual([['Slow'], [], '[{"text":', 'text'])
})

test.each(['America/Los_Angeles', 'UTC', 'Asia/Tokyo'])('the tests in the third code sample pass in %s', (zone) => {
  const { language, code } = sampleOf('fix-a-bug-without-guessing')
  const { status, stdout } = run({ language, code: `process.env.TZ = '${zone}'\n${code}` })
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/pass 2/)
})

test('the diagram says in words what it shows, and brings its own paper for dark pages', () => {
  const diagram = tutorials.find((tutorial) => tutorial.diagram)?.diagram
  const svg = Buffer.from(diagram?.bytes ?? []).toString('utf8')
  expect(diagram?.contentType).toBe('image/svg+xml')
  expect(svg).toMatch(/<title id="title">[^<]{10,}<\/title>/)
  expect(svg).toMatch(/<desc id="desc">[^<]{100,}<\/desc>/)
  expect(svg).toMatch(/role="img" aria-labelledby="title desc"/)
  expect(svg).toMatch(/<rect [^>]*fill="#f7f7f3"/)
  expect(svg).not.toMatch(/<script|href=|currentColor/)
})
