import { contract, publicCourse } from '@academy/contract'
import { htmlParts, TUTORIAL_PARTS } from '@academy/contract/tutorial-parts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sampleSessions } from '../../testing/mock-course.ts'
import { sampleContent, samplePublicTutorial } from '../../testing/samples.ts'
import { findPage } from './entry-server.tsx'
import { parseAnswer } from './parse-answer.ts'

const interval = { from: 0.8, to: 1 }
const counts = { runs: 20, passed: 20, baseline: 9, interval, baseline_interval: interval }
const day = '2026-11-02'
const published = { published_at: '2026-11-01T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' }

/** What an API of this version sends for the pages for visitors, by path. */
const answers: Record<string, { data: unknown }> = {
  '/api/public/courses/master-course': {
    data: {
      ...{ id: 'master-course', name: 'Master Course', description: 'What it teaches.', sessions: sampleSessions },
      ...{ product: null, opens_on: null, others: [] },
      library: { resources: 1, samples: [{ id: 'a', name: 'A', description: 'B', category: null, prompt: '<p>C</p>' }] },
    },
  },
  '/api/public/courses/master-course/news': {
    data: [{ kind: 'tutorial', id: 'cut', name: 'Cut', description: 'D', free: true, session_id: 'idea', ...published }],
  },
  '/api/public/reviews': { data: [{ text: 'It runs.', name: null, finished_in: '2026-10' }] },
  '/api/proof': { data: { resources: 1, results: [{ id: 'a', name: 'A', result: { tool: 'Fake', version: '1.2', day, ...counts } }] } },
  '/api/public/tutorials/cut': { data: samplePublicTutorial({ free: true }) },
  '/api/public/tutorials/cut/content': { data: sampleContent() },
}
const certificate = { id: 'c', name: 'Ada Byron', course: 'Master Course', completed_on: day, hours: 12.5, sessions_checked: null }
const CERTIFICATE = { ...certificate, issuer: 'Verified by the academy' }

const PAGES = ['/welcome', '/free/cut', '/free/cut.md', '/proof', '/news.atom', '/sitemap.xml', '/llms.txt', '/certificates/c']

/** Returns a value whose objects were changed, from the innermost to the outermost. */
const changeObjects = (value: unknown, change: (fields: [string, unknown][]) => [string, unknown][]): unknown => {
  if (Array.isArray(value)) return value.map((entry) => changeObjects(entry, change))
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, changeObjects(field, change)])
  return Object.fromEntries(change(fields))
}

/** Renders all pages for visitors with an API whose responses have changed objects. */
const render = async (change: (fields: [string, unknown][]) => [string, unknown][]) =>
  await Promise.all(
    PAGES.map(async (path) => {
      const load = async (apiPath: string) => {
        if (apiPath === '/api/certificates/c/public') return changeObjects(CERTIFICATE, change)
        const answer = answers[apiPath]
        return answer && { data: changeObjects(answer.data, change) }
      }
      const appHtml = '<html><head></head><body><div id="root">Loading</div></body></html>'
      return await findPage(path)?.({ load, appHtml, stylesheets: [], origin: 'https://academy.example' })
    }),
  )

const statuses = (rendered: Awaited<ReturnType<typeof render>>) =>
  rendered.map((page, index) => [PAGES[index], page && 'status' in page ? page.status : page?.kind])

test('PUBLIC-23 pages for visitors render with an API that does not know fields of this version', async () => {
  const isEmpty = (value: unknown) => value === null || value === false || (Array.isArray(value) && value.length === 0)
  const pages = await render((fields) => fields.filter(([, value]) => !isEmpty(value)))
  expect(statuses(pages)).toEqual(PAGES.map((path) => [path, 200]))
  expect(pages).toEqual(await render((fields) => fields))
})

test('PUBLIC-23 pages for visitors are the same with an API that sends fields of the next version', async () => {
  const pages = await render((fields) => [...fields, ['next_version', { list: [1] }]])
  expect(statuses(pages)).toEqual(PAGES.map((path) => [path, 200]))
  expect(pages).toEqual(await render((fields) => fields))
})

test('PUBLIC-23 a list, a flag and a value that can be null are empty while the API does not know them', () => {
  const newest = z.object({
    ...{ id: z.string(), list: z.array(z.string()), flag: z.boolean(), day: z.string().nullable() },
    entries: z.array(z.object({ day: z.string().nullable() })),
    child: z.object({ list: z.array(z.string()) }).nullable(),
    whole: z.object({ flag: z.boolean() }),
  })
  expect(parseAnswer(newest, { id: 'a', entries: [{}], child: {} })).toEqual({
    ...{ id: 'a', list: [], flag: false, day: null, entries: [{ day: null }], child: { list: [] }, whole: { flag: false } },
  })
})

test('PUBLIC-23 an answer without a text that the page needs is refused', () => {
  const { data } = answers['/api/public/courses/master-course'] ?? {}
  expect(parseAnswer(publicCourse, data)).toEqual(data)
  expect(() => parseAnswer(publicCourse, { ...Object(data), name: undefined })).toThrow('name')
  expect(() => parseAnswer(publicCourse, undefined)).toThrow()
})

/** Returns the paths of the fields that a page for visitors cannot do without. */
function neededFields(schema: z.core.$ZodType, path: string): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) => neededFields(field, `${path}.${name}`))
  if (schema instanceof z.ZodArray) return neededFields(schema.element, `${path}[]`).filter((inside) => inside !== `${path}[]`)
  if (schema instanceof z.ZodNullable) return neededFields(schema.unwrap(), path).filter((inside) => inside !== path)
  return schema instanceof z.ZodBoolean || schema instanceof z.ZodDefault ? [] : [path]
}

test('PUBLIC-23 every new field of a public answer is a list, a flag or can be null', () => {
  const { course, news, proof, reviews, tutorial, freeTutorialContent } = contract.publicContent
  const { verify } = contract.certificates
  const schemas = { course, news, proof, reviews, tutorial, freeTutorialContent, verify }
  // Without its HTML, a part of a tutorial is null as a whole.
  const partTexts = htmlParts.map((part) => `freeTutorialContent.data.${TUTORIAL_PARTS[part].field}.html`)
  const needed = Object.entries(schemas).flatMap(([name, { responses }]) => neededFields(responses[200], name))
  // A field that is missing here makes pages fail while a new web server calls an old API: add ".nullable()" to it, unless its list is new as well.
  expect(needed.filter((field) => !partTexts.includes(field))).toMatchInlineSnapshot(`
    [
      "course.success",
      "course.data.id",
      "course.data.name",
      "course.data.description",
      "course.data.others[].id",
      "course.data.others[].name",
      "course.data.others[].text",
      "course.data.sessions[].id",
      "course.data.sessions[].number",
      "course.data.sessions[].name",
      "course.data.sessions[].description",
      "course.data.sessions[].tutorials_number",
      "course.data.sessions[].tutorials[].id",
      "course.data.sessions[].tutorials[].name",
      "course.data.library.resources",
      "course.data.library.samples[].id",
      "course.data.library.samples[].name",
      "course.data.library.samples[].description",
      "course.data.library.samples[].prompt",
      "news.success",
      "news.data[].kind",
      "news.data[].id",
      "news.data[].name",
      "news.data[].description",
      "news.data[].published_at",
      "news.data[].updated_at",
      "proof.success",
      "proof.data.resources",
      "proof.data.results[].id",
      "proof.data.results[].name",
      "proof.data.results[].result.tool",
      "proof.data.results[].result.version",
      "proof.data.results[].result.day",
      "proof.data.results[].result.runs",
      "proof.data.results[].result.passed",
      "proof.data.results[].result.baseline",
      "proof.data.results[].result.interval.from",
      "proof.data.results[].result.interval.to",
      "proof.data.results[].result.baseline_interval.from",
      "proof.data.results[].result.baseline_interval.to",
      "reviews.success",
      "reviews.data[].text",
      "reviews.data[].finished_in",
      "tutorial.success",
      "tutorial.data.id",
      "tutorial.data.name",
      "tutorial.data.description",
      "tutorial.data.course.id",
      "tutorial.data.course.name",
      "tutorial.data.session.id",
      "tutorial.data.session.number",
      "tutorial.data.session.name",
      "tutorial.data.number",
      "freeTutorialContent.success",
      "freeTutorialContent.data.tips[].parent_html",
      "freeTutorialContent.data.tips[].children_html",
      "freeTutorialContent.data.next.next_tutorial.id",
      "freeTutorialContent.data.next.next_tutorial.name",
      "freeTutorialContent.data.next.next_tutorial.session_id",
      "freeTutorialContent.data.next.next_tutorial.course_id",
      "freeTutorialContent.data.next.before_tutorial.id",
      "freeTutorialContent.data.next.before_tutorial.name",
      "freeTutorialContent.data.next.before_tutorial.session_id",
      "freeTutorialContent.data.next.before_tutorial.course_id",
      "freeTutorialContent.data.diagram_size.width",
      "freeTutorialContent.data.diagram_size.height",
      "freeTutorialContent.data.tutorial_name",
      "verify.id",
      "verify.name",
      "verify.course",
      "verify.completed_on",
      "verify.issuer",
      "verify.sessions_checked.count",
      "verify.sessions_checked.of",
    ]
  `)
})
