import { callControl } from '@academy/standins'
import type { BlockObjectRequest } from '@notionhq/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN, type MirroredAcademy, startAcademyWithTutorial } from '../../../testing/mirrored-academy.ts'
import { text } from '../../../testing/notion-blocks.ts'
import { fileOf, headingOf, paragraphOf } from '../../../testing/notion-workspace.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let session: string
let tutorial: string

beforeEach(async () => {
  ;({ academy, workspace, session, tutorial } = await startAcademyWithTutorial())
})
afterEach(() => workspace.stop())

const content = async (id: string) => (await academy.get(`/api/tutorials/${id}/content`)).json().data
const description = async (id = 'one') => (await content(id))?.description?.html
const rules = async () => Object.fromEntries((await academy.sync()).refusals.map(({ title, rule }) => [title, rule]))
const warnings = async (slug: string) =>
  (await academy.app.sql`select warnings from content_tutorials where public_id = ${slug}`)[0]?.warnings.map(
    ({ rule }: { rule: string }) => rule,
  )
/** Puts blocks on a page that Notion's API reads but does not create. */
const insert = (parent_id: string, ...blocks: { type: string; content: object }[]) =>
  callControl(workspace.standins.notionBaseUrl, 'POST', '/control/blocks', { parent_id, blocks })

test('a page of 10 MB is refused, its last good version stays, and the pages beside it are published', async () => {
  await academy.sync()
  await workspace.advanceClock(120)
  // As much text as Notion takes in one block.
  const long: BlockObjectRequest = {
    paragraph: { rich_text: Array.from({ length: 100 }, () => ({ text: { content: 'x'.repeat(2_000) } })) },
  }
  for (let megabytes = 0; megabytes < 10; megabytes += 0.4) await workspace.append(tutorial, long, long)
  await workspace.addTutorial(session, { name: 'Two', slug: 'two', blocks: [paragraphOf('second words')] })
  expect(await rules()).toEqual({ One: 'page_too_large' })
  expect(await description()).toBe('<p>first words</p>')
  expect(await description('two')).toBe('<p>second words</p>')
})

test('refuses a page with too many blocks, and one that is nested too deeply', async () => {
  const many = Array.from({ length: 1_000 }, () => ({ type: 'divider', content: {} }))
  for (let thousands = 0; thousands < 3; thousands += 1) await insert(tutorial, ...many)
  const deep = await workspace.addTutorial(session, { name: 'Deep' })
  let parent = deep
  for (let level = 0; level < 21; level += 1) {
    const { results } = await workspace.notion.blocks.children.append({ block_id: parent, children: [{ toggle: { rich_text: [] } }] })
    parent = results[0]?.id ?? ''
  }
  expect(await rules()).toEqual({ One: 'page_too_large', Deep: 'page_too_deep' })
})

test('resources that name each other, or themselves, are published, and each leads to the others', async () => {
  const first = await workspace.addResource({ name: 'First', slug: 'first' })
  const second = await workspace.addResource({ name: 'Second', slug: 'second', related: [first] })
  const third = await workspace.addResource({ name: 'Third', slug: 'third', related: [second] })
  await workspace.setProperties(first, { Related: { relation: [{ id: first }, { id: third }] } })
  expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
  const related = async (slug: string) =>
    (await academy.get(`/api/library/${slug}/related-resources`, ADMIN)).json().data.map(({ id }: { id: string }) => id)
  expect([await related('first'), await related('second'), await related('third')]).toEqual([['third'], ['first'], ['second']])
})

test('stops rendering at a synced block that contains itself', async () => {
  const { results } = await workspace.notion.blocks.children.append({
    block_id: tutorial,
    children: [{ synced_block: { synced_from: null, children: [paragraphOf('once')] } }] as BlockObjectRequest[],
  })
  const original = results[0]?.id ?? ''
  await insert(original, { type: 'synced_block', content: { synced_from: { type: 'block_id', block_id: original } } })
  expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
  expect((await description()).match(/once/g).length).toBeLessThanOrEqual(2)
})

test('unknown blocks are shown as their text, and reported', async () => {
  await insert(tutorial, { type: 'hologram', content: { rich_text: [text('still readable')] } }, { type: 'unsupported', content: {} })
  expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
  expect(await description()).toBe('<p>first words</p><p>still readable</p>')
  expect(await warnings('one')).toEqual(['unsupported_block', 'unsupported_block'])
})

test('a sync finishes when a warning or a refusal truncates a text within an emoji', async () => {
  const beforeEmoji = (characters: number) => `${'x'.repeat(characters)}🚀`
  await workspace.append(tutorial, headingOf(beforeEmoji(79)))
  await workspace.append(session, headingOf('Checkpoint'), fileOf(beforeEmoji(119), 'text'))
  await workspace.addTutorial(session, { name: 'Two', slug: beforeEmoji(119) })
  expect(await academy.sync()).toMatchObject({ result: 'done', refusals: [{ title: 'Two', rule: 'slug_invalid' }] })
  expect(await warnings('one')).toEqual(['unknown_section'])
  const sessions = await academy.app.sql`select warnings from content_sessions`
  expect(sessions).toMatchObject([{ warnings: [{ rule: 'checkpoint_invalid' }] }])
})

test('TUT-18 missing, empty or misspelled sections affect no other section', async () => {
  await workspace.addTutorial(session, {
    name: 'Two',
    slug: 'two',
    blocks: [headingOf('Tools'), headingOf('Prompt'), paragraphOf('a prompt'), headingOf('Transitoin'), paragraphOf('on we go')],
  })
  expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
  expect(await content('two')).toMatchObject({
    description: null,
    tools: null,
    video: null,
    'code-sample': null,
    transition: null,
    tips: [],
    prompt: { html: '<p>a prompt</p><h3>Transitoin</h3><p>on we go</p>' },
  })
  expect(await warnings('two')).toEqual(['unknown_section'])
})

test('pages keep their last good version while a property has another type, and are published again after it is changed back', async () => {
  await academy.sync()
  await workspace.advanceClock(120)
  const change = (properties: Record<string, object>) =>
    workspace.notion.dataSources.update({ data_source_id: workspace.dataSources.tutorials, properties: properties as never })
  await change({ Order: { type: 'rich_text', rich_text: {} } })
  await workspace.append(tutorial, paragraphOf('more'))
  expect(await rules()).toEqual({ One: 'property_type' })
  expect(await description()).toBe('<p>first words</p>')
  await change({ Order: { type: 'number', number: {} } })
  expect(await rules()).toEqual({})
  await expect.poll(() => description()).toBe('<p>first words</p><p>more</p>')
})
