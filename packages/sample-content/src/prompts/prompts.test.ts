import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { furtherCourseFolders, loadSampleContent } from '../load-sample-content.ts'
import type { CourseContent } from '../sample-content.ts'
import { splitBody } from '../split-body.ts'
import { codeBlocksIn } from '../testing/code-samples.ts'
import { type AnswerForm, type FormPart, partsOf, unmetParts } from './check-answer.ts'

type Trial = { input: string; form: AnswerForm; example: string }

const { course, furtherCourses, library } = loadSampleContent()
const files = ['course.yaml', 'library.yaml'].map((name) => path.resolve(import.meta.dirname, '../../prompts', name))
const trials: Record<string, Trial> = Object.assign(
  {},
  ...[...files, ...furtherCourseFolders.map((folder) => path.join(folder, 'prompts.yaml'))].map((file) =>
    parse(readFileSync(file, 'utf8')),
  ),
)
const tutorialsOf = ({ sessions }: CourseContent) => sessions.flatMap(({ tutorials }) => tutorials)

/** The texts of all pages with prompts, by their slug. */
const bodies = new Map(
  [...[course, ...furtherCourses].flatMap(tutorialsOf), ...library].map(({ slug, body }) => [slug, body.toLowerCase()] as const),
)

const promptsOf = ({ body }: { body: string }) =>
  codeBlocksIn(splitBody(body).parts.find(({ heading }) => heading === 'Prompt')?.text ?? '')
const bySlug = library.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
const prompts = [...tutorialsOf(course), ...bySlug, ...furtherCourses.flatMap(tutorialsOf)].flatMap((page) =>
  promptsOf(page).map((_, index) => `${page.slug}/${index + 1}`),
)

/** Functions that change an answer so that it no longer meets one part of its form. */
const BREAK: { [Part in FormPart]-?: (answer: string, form: AnswerForm) => string } = {
  headings: (answer) => answer.replace(/^#+ .+$/gm, ''),
  table: (answer) => answer.replace(/^\|[^|]+/m, '| Other '),
  rows: (answer) => answer.replace(/^\|.+\|$/gm, ''),
  numbered: (answer) => answer.replace(/^\d+\. /gm, ''),
  code: (answer) => answer.replaceAll('```', ''),
  json: (answer) => `Here you are: ${answer}`,
  says: (answer, { says = [] }) =>
    says.reduce((text, words) => text.replaceAll(new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), ''), answer),
  without: (answer, { without = [] }) => `${answer} ${without[0]}`,
  ends: (answer) => `${answer.trim()} The end.`,
  words: (answer, { words = 0 }) => `${answer} ${'word '.repeat(words)}`,
}

test('EDITION-07 exactly the prompts of the courses and of the library have an input, a form and an example', () => {
  expect(Object.keys(trials)).toEqual(prompts)
  for (const [name, { input, form }] of Object.entries(trials)) {
    expect(input, name).not.toBe('')
    expect(partsOf(form).length, name).toBe(Object.keys(form).length)
    expect(partsOf(form).length, name).toBeGreaterThan(0)
  }
})

test('EDITION-07 the form of an answer wants only headings that its page names, and in the library only columns that it names', () => {
  const inLibrary = new Set(library.map(({ slug }) => `${slug}/1`))
  for (const [name, { form }] of Object.entries(trials)) {
    const body = bodies.get(name.replace(/\/\d+$/, '')) ?? ''
    const wanted = [...(form.headings ?? []), ...(inLibrary.has(name) ? (form.table ?? []) : [])]
    expect(
      wanted.filter((words) => !body.includes(words.toLowerCase())),
      name,
    ).toEqual([])
  }
})

test('PROOF-01 an answer has the form of its prompt however a tool marks headings, points and bold words', () => {
  const form = { headings: ['Plan', 'Risks'], table: ['Step', 'Who'], numbered: [2, 2] as [number, number] }
  const answer = (lines: string) => unmetParts(lines, form)
  const table = '| a | b |\n| --- | --- |\n| **The step** | Who |\n| --- | --- |\n| x | y |'
  expect(answer(`# Title\n## 1. Plan\n${table}\n### **Risks:**\n**2. Cost**`)).toEqual([])
  expect(answer(`## 1. Risks\n${table}\n## 2. Plan`), 'another order').toEqual(['headings'])
  expect(answer(`## 1. Plan\n## 2. Risks\n| Who | Step |`)).toEqual(['table'])
  expect(answer(`# Plan\n${table}\n# Risks\n1. a`)).toEqual(['numbered'])
})

describe.each(Object.entries(trials))('EDITION-07 the form of the answer to %s', (_name, { form, example }) => {
  test('matches the example', () => {
    expect(unmetParts(example, form)).toEqual([])
  })

  test.each(partsOf(form))('does not match an example with broken %s', (part) => {
    expect(unmetParts(BREAK[part](example, form), form)).toContain(part)
  })
})

test('EDITION-09 no tutorial refers to the library, because it needs the Studio', () => {
  const names = library.map(({ name }) => name)
  for (const { slug, body } of [course, ...furtherCourses].flatMap(tutorialsOf)) {
    expect(
      names.filter((name) => body.includes(`"${name}"`)),
      slug,
    ).toEqual([])
    expect(body, slug).not.toMatch(/Prompt Library|\]\(\/resources/)
  }
})

test('EDITION-07 only the line below the prompts claims that they were tried', () => {
  const claims = /\btried (?:on|with) (?:Claude|Codex|Cursor|Copilot|Gemini|ChatGPT|GPT)/i
  for (const { slug, body } of [course, ...furtherCourses].flatMap(tutorialsOf)) {
    expect(body.replace(/^\*Tried on .+, \d{4}-\d\d-\d\d\.\*$/m, ''), slug).not.toMatch(claims)
  }
})
