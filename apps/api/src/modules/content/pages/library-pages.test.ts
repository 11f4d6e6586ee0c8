import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { codeOf, headingOf, paragraphOf } from '../../../testing/notion-workspace.ts'

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
  await expect.poll(tried).toEqual({ with: 'Cursor', on: day, result: null })
  expect(await warnings('brief')).toEqual([])
})

const digest = (prompt: string) => createHash('sha256').update(prompt).digest('hex')
const triesOf = (prompt: string, changes: object = {}) =>
  JSON.stringify({
    ...{ tool: 'Claude Code', version: '2.1.0', day: '2026-11-02', runs: 20, passed: 17, baseline: 9, digest: digest(prompt) },
    ...changes,
  })

describe('results of tries', () => {
  const PROMPT = 'Ask {{who}}:\n\n  a < b && \\{{c}}'
  const blocks = [headingOf('Prompt'), paragraphOf('First:'), codeOf(PROMPT), codeOf('Then go on.')]
  const tried = async (slug: string) => (await academy.get(`/api/library/${slug}/properties`, ADMIN)).json().data.tried

  test('PROOF-05 says how often answers had the form of the prompt, with intervals, until the prompt changes', async () => {
    const page = await workspace.addResource({ name: 'Counted', slug: 'counted', blocks, tries: triesOf(PROMPT) })
    await academy.sync()
    expect(await tried('counted')).toEqual({
      with: 'Claude Code',
      on: '2026-11-02',
      result: {
        ...{ tool: 'Claude Code', version: '2.1.0', day: '2026-11-02', runs: 20, passed: 17, baseline: 9 },
        interval: { from: 0.64, to: 0.948 },
        baseline_interval: { from: 0.258, to: 0.658 },
      },
    })
    expect(await warnings('counted')).toEqual([])

    await workspace.advanceClock(120)
    const [code] = (await workspace.notion.blocks.children.list({ block_id: page })).results.filter(
      (block) => 'type' in block && block.type === 'code',
    )
    await workspace.notion.blocks.update({
      block_id: code?.id ?? '',
      code: { rich_text: [{ text: { content: `${PROMPT}!` } }], language: 'plain text' },
    })
    await academy.sync()
    await expect.poll(() => tried('counted')).toBeNull()
    expect(await warnings('counted')).toEqual(['tries_outdated'])
  })

  test('PROOF-05 the later of a result and a try by hand counts as the last try', async () => {
    const later = { triedWith: 'Cursor', triedOn: '2026-11-20' }
    await workspace.addResource({ name: 'Later', slug: 'later', blocks, tries: triesOf(PROMPT), ...later })
    await workspace.addResource({ name: 'Earlier', slug: 'earlier', blocks, tries: triesOf(PROMPT), ...later, triedOn: '2026-11-01' })
    await academy.sync()
    expect(await tried('later')).toMatchObject({ with: 'Cursor', on: '2026-11-20', result: { tool: 'Claude Code' } })
    expect(await tried('earlier')).toMatchObject({ with: 'Claude Code', on: '2026-11-02' })
  })

  test.each([
    ['text', 'tries_unreadable', 'It worked well.'],
    ['more passes than runs', 'tries_unreadable', triesOf(PROMPT, { passed: 21 })],
    ['answers', 'tries_unreadable', triesOf(PROMPT, { answers: ['x'] })],
    ['a day to come', 'tried_in_future', triesOf(PROMPT, { day: '2999-01-01' })],
  ])('PROOF-05 shows nothing of %s in “Tries”, and warns the author', async (_, rule, tries) => {
    await workspace.addResource({ name: 'Broken', slug: 'broken', blocks, tries })
    await academy.sync()
    expect(await tried('broken')).toBeNull()
    expect(await warnings('broken')).toEqual([rule])
  })
})
