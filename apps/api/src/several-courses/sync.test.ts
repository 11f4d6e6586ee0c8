import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MirroredAcademy, startMirroredAcademy } from '../testing/mirrored-academy.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let second: string
beforeEach(async () => {
  academy = await startMirroredAcademy()
  workspace = academy.workspace
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  for (const number of [1, 2, 3, 4, 5]) await addSession(course, `first-${number}`, 3)
  second = await workspace.addCourse({ name: 'Second', slug: 'second', product: 'data_course' })
  await addSession(second, 'second', 2)
  expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
})
afterEach(() => workspace.stop())

async function addSession(course: string, slug: string, tutorials: number) {
  const session = await workspace.addSession(course, { name: slug, slug, free: true })
  for (let number = 1; number <= tutorials; number++) await workspace.addTutorial(session, { name: 'One', slug: `${slug}-${number}` })
}
const text = (content: string) => [{ text: { content } }]
const shown = async (): Promise<string[]> =>
  (await academy.get('/api/courses')).json().data.map(({ product }: { product: string }) => product)
const rename = (page: string, product: string) => workspace.setProperties(page, { Product: { rich_text: text(product) } })

test('COURSES-02 publishes a course for each product', async () => {
  await expect.poll(shown).toEqual(['master_course', 'data_course'])
  expect((await academy.get('/api/tutorials/second-1/content')).statusCode).toBe(200)
  expect((await academy.get('/api/sessions?course=second')).json().data).toMatchObject([{ id: 'second', tutorials_number: 2 }])
})

test('COURSES-02 refuses a page alone that takes the product or the slug of another, or changes its own', async () => {
  await workspace.advanceClock(120)
  await workspace.addCourse({ name: 'Copy', slug: 'copy', product: 'data_course' })
  await workspace.addCourse({ name: 'Same slug', slug: 'second', product: 'third_course' })
  await rename(second, 'third_course')
  const report = await academy.sync()
  expect(report.result).toBe('done')
  expect(report.refusals.map(({ title, rule }) => [title, rule]).toSorted()).toEqual([
    ['Copy', 'product_taken'],
    ['Same slug', 'slug_taken'],
    ['Second', 'product_changed'],
  ])
  expect(await shown()).toEqual(['master_course', 'data_course'])
})

test('COURSES-03 waits for an admin before it takes away a course, however small it is beside the others', async () => {
  await workspace.setProperties(second, { Status: { select: { name: 'Draft' } } })
  const held = await academy.sync()
  expect(held).toMatchObject({
    result: 'held',
    unpublished: 0,
    holds: [{ rule: 'pages_lost', reason: expect.stringContaining('1 of 2 courses') }],
  })
  expect((await academy.get('/api/tutorials/second-1/content')).statusCode).toBe(200)
  expect(await academy.sync({ confirmed: held.confirmation_key ?? '' })).toMatchObject({ result: 'done' })
  await expect.poll(shown).toEqual(['master_course'])
  expect((await academy.get('/api/tutorials/second-1/content')).statusCode).toBe(404)
})
