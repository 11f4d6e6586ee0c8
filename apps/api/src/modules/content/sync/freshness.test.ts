import { callControl } from '@academy/standins'
import type { BlockObjectRequest } from '@notionhq/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MirroredAcademy, startAcademyWithTutorial } from '../../../testing/mirrored-academy.ts'
import { paragraphOf } from '../../../testing/notion-workspace.ts'
import { publisher } from '../../../testing/published-pages.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let session: string
let tutorial: string

beforeEach(async () => {
  ;({ academy, workspace, session, tutorial } = await startAcademyWithTutorial())
})
afterEach(() => workspace.stop())

const description = async (id = 'one') => (await academy.get(`/api/tutorials/${id}/content`)).json().data?.description?.html
const standin = (path: string, body: object) => callControl(workspace.standins.notionBaseUrl, 'POST', `/control/${path}`, body)
const timeOf = async (page_id: string) => {
  const page = await workspace.notion.pages.retrieve({ page_id })
  return 'last_edited_time' in page ? page.last_edited_time : ''
}

const addPage = async () => (await workspace.notion.pages.create({ parent: { page_id: workspace.rootPageId }, properties: {} })).id

/** A page, by default outside of the databases, whose paragraph is shown on tutorials as a synced block. */
async function showSnippet(words: string, tutorials = [tutorial], onPage?: string) {
  const page = onPage ?? (await addPage())
  const children = [{ synced_block: { synced_from: null, children: [paragraphOf(words)] } }] as BlockObjectRequest[]
  const { results } = await workspace.notion.blocks.children.append({ block_id: page, children })
  const original = results[0]?.id ?? ''
  const copy = { type: 'synced_block', content: { synced_from: { type: 'block_id', block_id: original } } }
  for (const parent_id of tutorials) await standin('blocks', { parent_id, blocks: [copy] })
  const inside = (await workspace.notion.blocks.children.list({ block_id: original })).results[0]?.id ?? ''
  return {
    page,
    original,
    edit: (content: string) => workspace.notion.blocks.update({ block_id: inside, paragraph: { rich_text: [{ text: { content } }] } }),
  }
}

/** Our clock after `advanceClock(3600)` moved Notion's, and more than a minute after the edits that follow. */
const hourLater = () => new Date(Date.now() + 65 * 60_000)

test('SYNC-07 publishes a changed property even if Notion keeps the edit time', async () => {
  await academy.sync()
  await workspace.advanceClock(3600)
  const before = await timeOf(tutorial)
  await workspace.setProperties(tutorial, { Duration: { number: 42 } })
  await standin('dates', { id: tutorial, last_edited_time: before })
  expect(await timeOf(tutorial)).toBe(before)
  expect(await academy.sync()).toMatchObject({ published: 1 })
  await expect.poll(async () => (await academy.get('/api/tutorials/one/content')).json().data.duration).toBe(42)
})

test('SYNC-15 publishes an empty page that its author filled in the minute in which a run refused it', async () => {
  const empty = await workspace.addTutorial(session, { name: 'Two', slug: 'two', blocks: [] })
  const before = await timeOf(empty)
  expect(await academy.sync({ now: () => new Date() })).toMatchObject({ refusals: [{ title: 'Two', rule: 'page_empty' }] })
  await workspace.append(empty, paragraphOf('second words'))
  await standin('dates', { id: empty, last_edited_time: before })
  expect(await academy.sync()).toMatchObject({ refused: 0 })
  await expect.poll(() => description('two')).toBe('<p>second words</p>')
})

test('ignores the changing signed URL of an uploaded diagram', async () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  await workspace.addTutorial(session, { name: 'Two', slug: 'two', diagram: { name: 'd.svg', type: 'image/svg+xml', bytes } })
  await academy.sync()
  await workspace.advanceClock(3600)
  expect(await academy.sync()).toMatchObject({ fetched: 0 })
})

test('SYNC-08 publishes an edit of a synced block on all pages that show it', async () => {
  const snippet = await showSnippet('shared words')
  await academy.sync()
  expect(await description()).toBe('<p>first words</p><p>shared words</p>')
  expect(await academy.sync()).toMatchObject({ fetched: 0, requests: 6 })
  await workspace.advanceClock(3600)
  await snippet.edit('new shared words')
  expect(await academy.sync({ kind: 'incremental', now: hourLater })).toMatchObject({ fetched: 1, published: 1 })
  await expect.poll(() => description()).toBe('<p>first words</p><p>new shared words</p>')
  expect(await academy.sync()).toMatchObject({ fetched: 0 })
})

test('a synced block of a deleted page does not stop a run', async () => {
  const snippet = await showSnippet('shared words')
  await academy.sync()
  await workspace.trash(snippet.page)
  expect(await academy.sync()).toMatchObject({ result: 'done' })
})

test('publishes other pages while Notion fails to return the page of a synced block', async () => {
  const snippet = await showSnippet('shared words')
  await academy.sync()
  await workspace.setFault({ kind: 'error', status: 500, path: `/pages/${snippet.page.replaceAll('-', '')}` })
  await workspace.addTutorial(session, { name: 'Two', slug: 'two', blocks: [paragraphOf('second words')] })
  expect(await academy.sync()).toMatchObject({ result: 'done', published: 1 })
})

test('SYNC-08 publishes an edit of a synced block whose page was in the trash and is restored', async () => {
  const snippet = await showSnippet('shared words')
  await academy.sync()
  await workspace.trash(snippet.page)
  await academy.sync()
  expect(await academy.sync()).toMatchObject({ fetched: 0 })
  await workspace.notion.pages.update({ page_id: snippet.page, in_trash: false })
  await workspace.advanceClock(3600)
  await snippet.edit('new shared words')
  expect(await academy.sync()).toMatchObject({ fetched: 1, published: 1 })
  await expect.poll(() => description()).toBe('<p>first words</p><p>new shared words</p>')
})

test('SYNC-08 publishes an edit of a synced block that was made while a long run read its copy', async () => {
  const snippet = await showSnippet('shared words')
  const edited = await timeOf(snippet.page)
  // This run loads the edit time of the original long after it began to read the copy.
  await academy.sync({ now: () => new Date(Date.parse(edited) - 5 * 60_000) })
  await snippet.edit('new shared words')
  await standin('dates', { id: snippet.page, last_edited_time: edited })
  expect(await academy.sync()).toMatchObject({ fetched: 1, published: 1 })
  await expect.poll(() => description()).toBe('<p>first words</p><p>new shared words</p>')
})

test('SYNC-08 publishes a synced block once its original is shared with the integration', async () => {
  const empty = await workspace.addTutorial(session, { name: 'Two', slug: 'two', blocks: [] })
  const { original } = await showSnippet('shared words', [tutorial, empty])
  await workspace.setFault({ kind: 'error', status: 404, path: `/blocks/${original.slice(0, 8)}` })
  expect(await academy.sync()).toMatchObject({ result: 'done', refusals: [{ title: 'Two', rule: 'page_empty' }] })
  expect(await description()).toBe('<p>first words</p>')
  expect(await academy.sync(), 'reads only the refused page again').toMatchObject({ fetched: 1, published: 0 })
  await workspace.clearFaults()
  expect(await academy.sync()).toMatchObject({ refused: 0, published: 2 })
  await expect.poll(() => description()).toBe('<p>first words</p><p>shared words</p>')
  expect(await description('two')).toBe('<p>shared words</p>')
})

test('SYNC-08 publishes the restored original of a page that an older version published without it', async () => {
  const { original } = await showSnippet('shared words')
  await workspace.setFault({ kind: 'error', status: 404, path: `/blocks/${original.slice(0, 8)}` })
  await academy.sync()
  expect(await description()).toBe('<p>first words</p>')
  // Version 9 of the renderer also published pages without a record of their missing originals.
  await academy.app.sql`update content_tutorials set synced_from = '[]', renderer = 9`
  await workspace.clearFaults()
  expect(await academy.sync()).toMatchObject({ published: 1 })
  await expect.poll(() => description()).toBe('<p>first words</p><p>shared words</p>')
})

test('SYNC-08 SYNC-10 an unchanged run checks sources of synced blocks in turn, with at most ten requests', async () => {
  const snippets = []
  for (let i = 0; i < 8; i += 1) snippets.push(await showSnippet(`shared ${i}`))
  await academy.sync()
  await workspace.advanceClock(3600)
  for (const [i, snippet] of snippets.entries()) await snippet.edit(`changed ${i}`)
  for (let run = 0; run < 2; run += 1) expect((await academy.sync({ now: hourLater })).requests).toBeLessThanOrEqual(10 + 1 + 8 + 16)
  await expect.poll(() => description()).toBe(`<p>first words</p>${snippets.map((_, i) => `<p>changed ${i}</p>`).join('')}`)
  await academy.sync({ now: hourLater })
  for (let run = 0; run < 3; run += 1) {
    const { fetched, requests } = await academy.sync()
    expect([fetched, requests <= 10]).toEqual([0, true])
  }
})

test('SYNC-08 publishes an edit of a synced block in a large workspace, where runs list only edited pages', async () => {
  const resource = await workspace.addResource({ name: 'Brief', slug: 'brief' })
  const snippet = await showSnippet('shared words')
  const incremental = (confirmed = '') => academy.sync({ kind: 'incremental', confirmed })
  const letTimePass = async () => {
    await workspace.advanceClock(3600)
    await academy.app.sql`update content_sync_runs set started_at = started_at + interval '1 hour'`
  }
  await academy.sync()
  await publisher(academy.app.db).resources(700)
  await letTimePass()
  await workspace.append(resource, paragraphOf('more'))
  await incremental()
  expect(await incremental(), 'lists the resource alone').toMatchObject({ result: 'done', listed: 1 })
  await letTimePass()
  await snippet.edit('new shared words')
  // It lists everything, and does not find the resources that are in the mirror alone.
  const { confirmation_key } = await incremental()
  await incremental(confirmation_key ?? '')
  await expect.poll(() => description()).toBe('<p>first words</p><p>new shared words</p>')
})

test('SYNC-08 publishes an edit of a synced block with the first run that lists its page again', async () => {
  const resource = await workspace.addResource({ name: 'Brief', slug: 'brief' })
  const snippet = await showSnippet('shared words', [tutorial], resource)
  await academy.sync()
  // A run that listed only recent edits checked the resource by itself.
  const page_id = resource.replaceAll('-', '')
  await academy.app.sql`insert into content_synced_sources values (${page_id}, ${await timeOf(resource)}, now())`
  await workspace.advanceClock(3600)
  await snippet.edit('new shared words')
  expect(await academy.sync({ now: hourLater })).toMatchObject({ published: 2 })
  await expect.poll(() => description()).toBe('<p>first words</p><p>new shared words</p>')
})

test('SYNC-09 “everything” reads all pages again, also unedited ones', async () => {
  await academy.sync()
  await workspace.advanceClock(3600)
  const before = await timeOf(tutorial)
  await workspace.append(tutorial, paragraphOf('an edit that Notion did not date'))
  await standin('dates', { id: tutorial, last_edited_time: before })
  expect(await academy.sync()).toMatchObject({ fetched: 0 })
  expect(await academy.sync({ kind: 'everything' })).toMatchObject({ fetched: 3, published: 1 })
  await expect.poll(() => description()).toContain('an edit that Notion did not date')
  const [{ kind } = {}] = await academy.app.sql`select kind from content_sync_runs order by started_at desc limit 1`
  expect(kind).toBe('everything')
})
