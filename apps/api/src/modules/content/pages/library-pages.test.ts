import { createHash, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { ADMIN, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { codeOf, headingOf, paragraphOf } from '../../../testing/notion-workspace.ts'
import { receiveNotifications } from '../../../testing/receive-notifications.ts'

async function startLibrary() {
  const academy = await startMirroredAcademy()
  const { app, get, workspace } = academy
  await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  /** Runs one sync, and waits until the app serves what it published. */
  const sync: typeof academy.sync = async (options) => {
    const report = await academy.sync(options)
    await receiveNotifications(app)
    return report
  }
  return {
    ...academy,
    sync,
    list: async () => (await get('/api/library', ADMIN)).json().data.results.map(({ id }: { id: string }) => id),
    rules: async () => Object.fromEntries((await sync()).refusals.map(({ title, rule }) => [title, rule])),
    warnings: async (slug: string) =>
      (await app.sql`select warnings from content_resources where public_id = ${slug}`)[0]?.warnings.map(
        ({ rule }: { rule: string }) => rule,
      ),
    tried: async (slug: string) => (await get(`/api/library/${slug}/properties`, ADMIN)).json().data.tried,
  }
}

/** For tests that read only pages of their own. */
const shared = await startLibrary()
afterAll(() => shared.workspace.stop())

/** Starts a library for a test that lists all pages, or changes the clock or a database of the workspace. */
async function startOwnLibrary() {
  const library = await startLibrary()
  onTestFinished(() => library.workspace.stop())
  return library
}

test('LIB-10 validates library pages: name, slug, properties and related items', async () => {
  const { workspace, list, rules } = await startOwnLibrary()
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
  const { workspace, sync, get, warnings } = shared
  await workspace.addResource({ name: 'Plain', slug: 'plain', blocks: [paragraphOf('no heading at all')] })
  await workspace.addResource({
    name: 'Misspelled',
    slug: 'misspelled',
    blocks: [headingOf('Code sample'), headingOf('Promt'), paragraphOf('x')],
  })
  await sync()
  expect((await get('/api/library/plain/prompt', ADMIN)).json().data.html).toBe('<p>no heading at all</p>')
  expect(await warnings('plain')).toEqual([])
  expect(await warnings('misspelled')).toEqual(['unknown_section', 'prompt_missing'])
  expect((await get('/api/library/misspelled/code-sample', ADMIN)).json().data.html).toBe('<h3>Promt</h3><p>x</p>')
})

test('LIB-09 hides a resource in the trash, also in related items', async () => {
  const { workspace, sync, get, list } = await startOwnLibrary()
  const first = await workspace.addResource({ name: 'First', slug: 'first' })
  await workspace.addResource({ name: 'Second', slug: 'second', related: [first] })
  await sync()
  expect(await list()).toEqual(['first', 'second'])
  await workspace.trash(first)
  await sync()
  await expect.poll(list).toEqual(['second'])
  expect((await get('/api/library/second/related-resources', ADMIN)).json().data).toEqual([])
  expect((await get('/api/library/first/related-resources', ADMIN)).statusCode).toBe(404)
})

test('PROMPT-57 shows a try of a day to come once the day has come, without an edit', async () => {
  const { workspace, sync, get, warnings } = await startOwnLibrary()
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await workspace.addResource({ name: 'Brief', slug: 'brief', triedWith: 'Cursor', triedOn: day })
  const tried = async () => (await get('/api/library', ADMIN)).json().data.results[0].tried
  await sync()
  expect([await tried(), await warnings('brief')]).toEqual([null, ['tried_in_future']])
  expect(await sync()).toMatchObject({ published: 0 })
  expect(await sync({ now: () => new Date(`${day}T12:00:00Z`) })).toMatchObject({ published: 1 })
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

  test('PROOF-05 says how often answers had the form of the prompt, with intervals, until the prompt changes', async () => {
    const { workspace, sync, tried, warnings } = await startOwnLibrary()
    const page = await workspace.addResource({ name: 'Counted', slug: 'counted', blocks, tries: triesOf(PROMPT) })
    await sync()
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
    await sync()
    await expect.poll(() => tried('counted')).toBeNull()
    expect(await warnings('counted')).toEqual(['tries_outdated'])
  })

  test('PROOF-05 the later of a result and a try by hand counts as the last try', async () => {
    const { workspace, sync, tried } = shared
    const later = { triedWith: 'Cursor', triedOn: '2026-11-20' }
    await workspace.addResource({ name: 'Later', slug: 'later', blocks, tries: triesOf(PROMPT), ...later })
    await workspace.addResource({ name: 'Earlier', slug: 'earlier', blocks, tries: triesOf(PROMPT), ...later, triedOn: '2026-11-01' })
    await sync()
    expect(await tried('later')).toMatchObject({ with: 'Cursor', on: '2026-11-20', result: { tool: 'Claude Code' } })
    expect(await tried('earlier')).toMatchObject({ with: 'Claude Code', on: '2026-11-02' })
  })

  test.each([
    ['text', 'tries_unreadable', 'It worked well.'],
    ['more passes than runs', 'tries_unreadable', triesOf(PROMPT, { passed: 21 })],
    ['answers', 'tries_unreadable', triesOf(PROMPT, { answers: ['x'] })],
    ['a day to come', 'tried_in_future', triesOf(PROMPT, { day: '2999-01-01' })],
  ])('PROOF-05 shows nothing of %s in “Tries”, and warns the author', async (_, rule, tries) => {
    const { workspace, sync, tried, warnings } = shared
    const slug = randomUUID()
    await workspace.addResource({ name: 'Broken', slug, blocks, tries })
    await sync()
    expect(await tried(slug)).toBeNull()
    expect(await warnings(slug)).toEqual([rule])
  })
})
