import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSampleContent } from './load-sample-content.ts'
import type { TutorialContent } from './sample-content.ts'

const { course } = loadSampleContent()
const tutorials = course.sessions.flatMap((session) => session.tutorials)

/** Parts of a tutorial by their headings. */
function partsOf({ body }: TutorialContent): Map<string, string> {
  const parts = body.split(/^## (.+)$/m).slice(1)
  return new Map(parts.flatMap((heading, index) => (index % 2 === 0 ? [[heading, parts[index + 1]?.trim() ?? '']] : [])))
}

const codeOf = (markdown: string) =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', code = '']) => ({ language, code }))

/** Runs a sample as its own program, as a reader would, and answers what it prints. */
function run(language: string, code: string, flags: string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-code-'))
  try {
    const file = path.join(folder, 'sample.mjs')
    writeFileSync(file, language === 'ts' ? stripTypeScriptTypes(code) : code)
    return spawnSync(process.execPath, [...flags, file], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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
    const words = tutorial.body.replace(/^```[\s\S]*?^```/gm, '').match(/[\p{L}\p{N}']+/gu)?.length
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
      for (const line of code.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    }
  })

  test('has a code sample that Node accepts', () => {
    const samples = codeOf(parts.get('Code sample') ?? '')
    expect(samples).toHaveLength(1)
    for (const { language, code } of samples) {
      const { status, stderr } = run(language, code, ['--check'])
      expect(status, stderr).toBe(0)
    }
  })

  test('raises its voice nowhere', () => {
    expect(tutorial.body.replace(/^```[\s\S]*?^```/gm, '').replace(/!\[|\[![A-Z]+\]/g, '')).not.toContain('!')
  })
})

const sampleOf = (slug: string) => {
  const tutorial = tutorials.find((candidate) => candidate.slug === slug)
  const [sample] = tutorial ? codeOf(partsOf(tutorial).get('Code sample') ?? '') : []
  if (sample === undefined) throw new Error(`no code sample in ${slug}`)
  return sample
}

test('the first code sample prints what its last lines promise', () => {
  const { language, code } = sampleOf('write-a-brief-that-gets-built')
  const promised = [...code.matchAll(/^\/\/ (\d.*)$/gm)].map(([, line]) => line)
  expect(run(language, code).stdout.trim().split('\n')).toEqual(promised)
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
  expect(JSON.parse(run(language, code + trial).stdout)).toEqual([['Slow'], [], '[{"text":', 'text'])
})

test.each(['America/Los_Angeles', 'UTC', 'Asia/Tokyo'])('the tests in the third code sample pass in %s', (zone) => {
  const { language, code } = sampleOf('fix-a-bug-without-guessing')
  const { status, stdout } = run(language, `process.env.TZ = '${zone}'\n${code}`)
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
