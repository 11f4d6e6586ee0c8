import { describe, expect, test } from 'vitest'
import { loadSampleContent } from './load-sample-content.ts'
import { splitBody } from './split-body.ts'
import { brokenLines, codeBlocksIn, expectedOutput, proseOf, query, run, wordsIn } from './testing/code-samples.ts'
import { INDEFINITE_PRONOUNS, wordsWithoutContraction } from './testing/plain-words.ts'

const { library } = loadSampleContent()
const textOf = (body: string, part: string) => splitBody(body).parts.find(({ heading }) => heading === part)?.text

test('has at least 60 items and 10 tags; items with and without premium, prerequisite and code', () => {
  expect(library.length).toBeGreaterThanOrEqual(60)
  expect(new Set(library.flatMap(({ tags }) => tags)).size).toBeGreaterThanOrEqual(10)
  expect(new Set(library.map(({ premium }) => premium)).size).toBe(2)
  for (const part of ['Prerequisite', 'Code sample']) {
    const without = library.filter(({ body }) => textOf(body, part) === undefined).length
    expect(without, part).toBeGreaterThan(0)
    expect(without, part).toBeLessThan(library.length / 3)
  }
})

test('every tag has at least three items, so that filtering by it is useful', () => {
  const counts = new Map<string, number>()
  for (const tag of library.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  expect([...counts].filter(([, items]) => items < 3)).toEqual([])
})

test('every item is related to two or three others, and some of them relate back', () => {
  for (const { slug, related } of library) {
    expect(related.length, slug).toBeGreaterThanOrEqual(2)
    expect(related.length, slug).toBeLessThanOrEqual(3)
  }
  const relatedOf = new Map(library.map(({ slug, related }) => [slug, related]))
  expect(library.some(({ slug, related }) => related.some((other) => relatedOf.get(other)?.includes(slug)))).toBe(true)
})

test('items refer to each other by their full name', () => {
  const names = new Set(library.map(({ name }) => name))
  for (const { body } of library) {
    for (const [, named = ''] of proseOf(body).matchAll(/see "([^"]+)"/g)) expect(names).toContain(named)
  }
})

describe.each(library.map((item) => [item.slug, item] as const))('%s', (_slug, { body, description, name, tags, use_when }) => {
  const instructions = textOf(body, 'Additional instructions') ?? ''

  test('explains what to change, what a good answer looks like, and when not to use it', () => {
    const headings = [...instructions.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
    const example = headings[0] === 'The example' ? ['The example'] : []
    expect(headings).toEqual([...example, 'Make it yours', 'What a good answer looks like', 'When not to use it'])
  })

  test('has an example with a value for each field', () => {
    const [, example = ''] = /^### The example\n([\s\S]*?)^### /m.exec(instructions) ?? []
    const fields = [...(textOf(body, 'Prompt') ?? '').matchAll(/\{\{([a-z ]+)\}\}/g)].map(([, field]) => field)
    const values = [...example.matchAll(/^- ([a-z ]+):(?: .|\n\n```text\n)/gm)].map(([, field]) => field)
    expect(values).toEqual([...new Set(fields)])
  })

  test('has a short title, a description and 150 to 450 words', () => {
    expect(name.length).toBeLessThanOrEqual(60)
    expect(description.length).toBeGreaterThanOrEqual(60)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(tags.length).toBeGreaterThan(0)
    expect(wordsIn(proseOf(body))).toBeGreaterThanOrEqual(150)
    expect(wordsIn(proseOf(body))).toBeLessThanOrEqual(450)
    expect(proseOf(body)).not.toContain('!')
  })

  test('PROMPT-66 says when to use it, so that “Use when …” is a sentence', () => {
    expect(use_when).toMatch(/^(?!(?:use|when|if|to)\b)[a-z].{30,150}[^.]$/)
  })

  test('EDITION-17 names who acts, in prompts too, and uses contractions', () => {
    expect([name, description, use_when, body].join('\n').match(INDEFINITE_PRONOUNS)).toBeNull()
    expect(wordsWithoutContraction(`${use_when}\n\n${body}`)).toEqual([])
  })

  test('PROMPT-41 has prompts that can be pasted unchanged or with their fields filled in, with a heading for each if there are several', () => {
    const text = textOf(body, 'Prompt') ?? ''
    const prompts = codeBlocksIn(text)
    expect(prompts.length).toBeGreaterThan(0)
    expect(text.match(/^### .+$/gm)?.length ?? 1).toBe(prompts.length)
    for (const { language, code } of prompts) {
      expect(language).toBe('text')
      // no placeholders but fields, which become inputs
      expect(code).not.toMatch(/\[[^\]]*\]|<[^>]*>|\.\.\.|\{\{(?![a-z][a-z ]*\}\})/)
      expect(brokenLines(code)).toEqual([])
      expect(wordsIn(code)).toBeGreaterThanOrEqual(30)
    }
  })

  test.concurrent('has code that runs and prints the expected output', async ({ expect }) => {
    for (const sample of codeBlocksIn(textOf(body, 'Code sample') ?? '')) {
      expect(['js', 'ts', 'sql', 'sh']).toContain(sample.language)
      for (const line of sample.code.split('\n')) expect(line.length, line).toBeLessThanOrEqual(140)
      const expected = expectedOutput(sample.code)
      if (sample.language === 'sql') {
        expect(query(sample.code)).toEqual(expected)
        continue
      }
      const { status, stdout, stderr } = await run(sample)
      expect(status, stdout + stderr).toBe(0)
      if (expected) expect(stdout.trimEnd().split('\n')).toEqual(expected)
      else expect(stdout).toMatch(/pass [1-9]/)
    }
  })
})
