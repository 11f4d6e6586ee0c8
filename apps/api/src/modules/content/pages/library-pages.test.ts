import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { headingOf, paragraphOf } from '../../../testing/notion-workspace.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
beforeEach(async () => {
  academy = await startMirroredAcademy()
  workspace = academy.workspace
  await workspace.addCourse({ name: 'Course', slug: 'master-course' })
})
afterEach(() => workspace.stop())

const list = async () => (await academy.get('/api/library', ADMIN)).json().data.results.map(({ id }: { id: string }) => id)
const rules = async () => Object.fromEntries((await academy.sync()).refusals.map(({ title, rule }) => [title, rule]))
const warnings = async (slug: string) =>
  (await academy.app.sql`select warnings from content_resources where public_id = ${slug}`)[0]?.warnings.map(
    ({ rule }: { rule: string }) => rule,
  )

test('LIB-10 validates library pages: name, slug, properties and related items', async () => {
  await workspace.addResource({ name: 'Good', slug: 'good', blocks: [headingOf('Prompt'), paragraphOf('x')] })
  expect(await rules()).toEqual({})
  await workspace.addResource({ name: '', slug: 'nameless' })
  await workspace.addResource({ name: 'Spaced', slug: 'a b' })
  await workspace.addResource({ name: 'Copy', slug: 'good' })
  expect(await rules()).toEqual({ Untitled: 'name_missing', Spaced: 'slug_invalid', Copy: 'slug_taken' })
  expect(await list()).toEqual(['good'])

  await workspace.advanceClock(120)
  await workspace.notion.dataSources.update({ data_source_id: workspace.dataSources.library, properties: { Tag: { name: 'Tags' } } })
  expect(await rules()).toMatchObject({ Good: 'property_missing', Copy: 'property_missing' })
  expect(await list(), 'the last good version stays').toEqual(['good'])
})

test('LIB-20 shows and reports a resource without a prompt, or with an unknown heading', async () => {
  await workspace.addResource({ name: 'Plain', slug: 'plain', blocks: [paragraphOf('no heading at all')] })
  await workspace.addResource({
    name: 'Misspelled',
    slug: 'misspelled',
    blocks: [headingOf('Code sample'), headingOf('Promt'), paragraphOf('x')],
  })
  await academy.sync()
  expect((await academy.get('/api/library/plain/prompt', ADMIN)).json().data.html).toBe('<p>no heading at all</p>')
  expect(await warnings('plain')).toEqual([])
  expect(await warnings('misspelled')).toEqual(['unknown_section', 'prompt_missing'])
  expect((await academy.get('/api/library/misspelled/code-sample', ADMIN)).json().data.html).toBe('<h3>Promt</h3><p>x</p>')
})

test('LIB-09 hides a resource in the trash, also in related items', async () => {
  const first = await workspace.addResource({ name: 'First', slug: 'first' })
  await workspace.addResource({ name: 'Second', slug: 'second', related: [first] })
  await academy.sync()
  expect(await list()).toEqual(['first', 'second'])
  await workspace.trash(first)
  await academy.sync()
  await expect.poll(list).toEqual(['second'])
  expect((await academy.get('/api/library/second/related-resources', ADMIN)).json().data).toEqual([])
  expect((await academy.get('/api/library/first/related-resources', ADMIN)).statusCode).toBe(404)
})

test('PROMPT-57 shows a try of a day to come once the day has come, without an edit', async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await workspace.addResource({ name: 'Brief', slug: 'brief', triedWith: 'Cursor', triedOn: day })
  const tried = async () => (await academy.get('/api/library', ADMIN)).json().data.results[0].tried
  await academy.sync()
  expect([await tried(), await warnings('brief')]).toEqual([null, ['tried_in_future']])
  expect(await academy.sync()).toMatchObject({ published: 0 })
  expect(await academy.sync({ now: () => new Date(`${day}T12:00:00Z`) })).toMatchObject({ published: 1 })
  await expect.poll(tried).toEqual({ with: 'Cursor', on: day })
  expect(await warnings('brief')).toEqual([])
})
