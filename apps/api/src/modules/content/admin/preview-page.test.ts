import type { BlockObjectRequest } from '@notionhq/client'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { ADMIN, startSyncedAcademyWithTutorial } from '../../../testing/mirrored-academy.ts'
import { codeOf, headingOf, paragraphOf, toggleOf } from '../../../testing/notion-workspace.ts'

type SyncedAcademy = Awaited<ReturnType<typeof startSyncedAcademyWithTutorial>>

/** Connects an app to the workspace of an academy. Returns a function that previews a page with it. */
async function previewerOf({ academy, workspace }: SyncedAcademy, env: Record<string, string> = {}) {
  const { app, signIn } = await buildTestApp({
    env: {
      ...workspace.env,
      DATABASE_URL: academy.config.databaseUrl,
      ADMIN_EMAIL: ADMIN.email ?? '',
      CONTENT_SYNC_SECONDS: '3600',
      ...env,
    },
  })
  const headers = await signIn(ADMIN)
  return (page: string) => app.inject({ url: `/api/admin/content/pages/${page.replaceAll('-', '')}/preview`, headers })
}

// Previews change nothing, so most tests share an academy and preview pages of their own.
const shared = await startSyncedAcademyWithTutorial()
const { workspace, course, session } = shared
const previewPage = await previewerOf(shared)
afterEach(() => workspace.clearFaults())
afterAll(() => workspace.stop())

/** Starts an academy for a test that changes pages or databases which other tests read. */
async function startOwnAcademy() {
  const own = await startSyncedAcademyWithTutorial()
  onTestFinished(() => own.workspace.stop())
  return { ...own, previewPage: await previewerOf(own) }
}

const TOGGLES = 45
const toggles = Array.from({ length: TOGGLES }, (_, i) => toggleOf(`Toggle ${i}`, [`Inside ${i}`]))

const addDraft = (blocks: BlockObjectRequest[]) => workspace.addTutorial(session, { name: 'Draft', status: 'Draft', slug: 'draft', blocks })
const preview = async (blocks: BlockObjectRequest[]) => await previewPage(await addDraft(blocks))
/** Previews a draft with an app of other settings. */
async function previewWith(env: Record<string, string>, blocks: BlockObjectRequest[]) {
  const previewThere = await previewerOf(shared, env)
  return await previewThere(await addDraft(blocks))
}

test('SYNC-12 previews nested blocks of a slow Notion whole, because it reads several at a time', async () => {
  await workspace.setFault({ kind: 'slow', delay_ms: 350, path: '/blocks/' })
  const response = await preview(toggles)
  expect(response.json().data).toMatchObject({ problem: null, left_out: [] })
  expect(response.body.match(/Inside \d+/g)).toHaveLength(TOGGLES)
})

test('SYNC-12 names the nested blocks that Notion’s rate limit leaves no time for, and marks their places', async () => {
  const table: BlockObjectRequest = { table: { table_width: 1, children: [{ table_row: { cells: [[{ text: { content: 'a cell' } }]] } }] } }
  const response = await previewWith({ NOTION_REQUESTS_PER_SECOND: '1', REQUEST_TIMEOUT_SECONDS: '10' }, [
    headingOf('Prompt'),
    ...toggles,
    table,
  ])
  expect(response.statusCode).toBe(200)
  const { problem, warnings, left_out, sections } = response.json().data
  expect([problem, warnings]).toEqual([null, []])
  const html: string = sections[0].html
  const read = html.match(/Inside \d+/g) ?? []
  expect(read.length).toBeLessThan(15)
  expect(html.match(/There was no time to read/g)).toHaveLength(TOGGLES + 1 - read.length)
  expect(html).toMatch(/<td><em>There was no time/)
  // In the order of the page.
  expect(read).toEqual(read.map((_, i) => `Inside ${i}`))
  expect(left_out).toHaveLength(21)
  expect(left_out[0]).toBe(`What is inside the toggle “Toggle ${read.length}”`)
  expect(left_out[20]).toBe(`${TOGGLES + 1 - read.length - 20} more parts`)
})

test('SYNC-12 names the files that a slow server leaves no time for', async () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>')
  const picture = async (): Promise<BlockObjectRequest> => ({
    image: { type: 'file_upload', file_upload: { id: await workspace.upload('a.svg', 'image/svg+xml', bytes) } },
  })
  const blocks = [paragraphOf('Look:'), await picture(), await picture()]
  await workspace.setFault({ kind: 'slow', delay_ms: 10_000, path: '/files/' })
  const response = await previewWith({ REQUEST_TIMEOUT_SECONDS: '10' }, blocks)
  expect(response.json().data).toMatchObject({
    problem: null,
    warnings: [],
    left_out: ['A picture (2 times)'],
    sections: [{ name: 'Description', html: expect.stringContaining('Look:') }],
  })
})

test('SYNC-12 refuses a preview for which Notion is too slow', async () => {
  await workspace.setFault({ kind: 'slow', delay_ms: 4_000, path: '/blocks/' })
  const response = await previewWith({ REQUEST_TIMEOUT_SECONDS: '4' }, toggles)
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ message: 'Notion did not answer in time for a preview. Please try again soon.' })
})

test('SYNC-12 names the page that has the slug of a previewed copy, until that page gives it up', async () => {
  const { workspace, session, tutorial, previewPage } = await startOwnAcademy()
  const copy = await workspace.addTutorial(session, { name: 'Draft', status: 'Draft', slug: 'one', blocks: [paragraphOf('A copy')] })
  const data = async () => (await previewPage(copy)).json().data
  expect(await data()).toMatchObject({
    problem: { rule: 'slug_taken', reason: 'The slug “one” belongs to the page “One”. Choose another one.' },
    sections: [{ name: 'Description', html: '<p>A copy</p>' }],
  })
  await workspace.setProperties(tutorial, { Slug: { rich_text: [{ text: { content: 'uno' } }] } })
  expect(await data()).toMatchObject({ problem: null })
})

test('SYNC-12 SYNC-17 names the property that the database of a previewed page lost', async () => {
  const { workspace, tutorial, previewPage } = await startOwnAcademy()
  const { notion, dataSources } = workspace
  await notion.dataSources.update({ data_source_id: dataSources.tutorials, properties: { Status: { name: 'State' } } })
  expect((await previewPage(tutorial)).json().data).toMatchObject({
    status: 'refused',
    problem: { rule: 'property_lost', reason: expect.stringContaining('“Tutorials” no longer has the property “Status”') },
    sections: [{ name: 'Description', html: '<p>first words</p>' }],
  })
})

test('SYNC-12 names a session that no longer exists', async () => {
  const later = await workspace.addSession(course, { name: 'Later', slug: 'later' })
  const page = await workspace.addTutorial(later, { name: 'Two', slug: 'two', blocks: [paragraphOf('second words')] })
  const data = async () => (await previewPage(page)).json().data
  // The mirror does not know the session yet.
  expect(await data()).toMatchObject({ status: 'publishable', problem: null })
  await workspace.archive(later)
  expect(await data()).toMatchObject({
    status: 'refused',
    problem: { rule: 'session_gone', reason: expect.stringContaining('Choose another one in “session”.') },
    sections: [{ name: 'Description', html: '<p>second words</p>' }],
  })
})

test('SYNC-12 COURSES-02 says what is missing on the page of a second course, not on its sessions', async () => {
  const other = await workspace.addCourse({ name: 'Second course', slug: 'second-course' })
  const far = await workspace.addSession(other, { name: 'Far', slug: 'far' })
  const page = await workspace.addTutorial(far, { name: 'Two', slug: 'two' })
  const problems = [page, far, other].map(async (id) => (await previewPage(id)).json().data.problem?.rule)
  expect(await Promise.all(problems)).toEqual([undefined, undefined, 'product_missing'])
  await workspace.setProperties(other, { Product: { rich_text: [{ text: { content: 'master_course' } }] } })
  expect((await previewPage(other)).json().data.problem.rule).toBe('product_taken')
  expect((await previewPage(course)).json().data).toMatchObject({ status: 'publishable', problem: null })
})

test('CHECK-02 TEACH-08 shows the checks of a session and what learners should see after a step, with the mistakes of the author', async () => {
  const data = async (page: string) => (await previewPage(page)).json().data
  const checks = [{ check: 'file exists', file: 'board.js', success: 'It is there.', hint: 'Look <again>.', tutorial: 'one' }]
  const blocks = [headingOf('Checks'), codeOf(JSON.stringify({ checks }))]
  const checked = await workspace.addSession(course, { name: 'Checked', slug: 'checked', order: 9, blocks })
  const html = '<ol><li><code>file exists</code> It is there. ✗ Look &lt;again&gt;.</li></ol>'
  expect(await data(checked)).toMatchObject({ problem: null, warnings: [], sections: [{ name: 'Checks', html }] })
  await workspace.append(checked, codeOf('checks: []'))
  expect(await data(checked)).toMatchObject({ warnings: [expect.stringContaining('exactly one code block')], sections: [] })

  const rowOf = (...cells: string[]) => ({ table_row: { cells: cells.map((content) => [{ text: { content } }]) } })
  const table = {
    table: { table_width: 2, children: [rowOf('Step', 'You should see'), rowOf('1', 'A page'), rowOf('Ship it', 'A release')] },
  }
  expect((await preview([paragraphOf('Open it.'), table])).json().data).toMatchObject({
    warnings: [expect.stringContaining('names “Ship it”, which is no heading')],
    sections: [{ name: 'Description', html: expect.stringContaining('A page') }],
  })
})

test('SYNC-12 names related pages that are gone, not those that the next sync adds', async () => {
  const [first, second] = [await workspace.addResource({ name: 'First' }), await workspace.addResource({ name: 'Second' })]
  await workspace.setProperties(first, { Related: { relation: [{ id: second }] } })
  const data = async () => (await previewPage(first)).json().data
  expect(await data()).toMatchObject({ problem: null })
  await workspace.archive(second)
  expect(await data()).toMatchObject({ problem: { rule: 'related_gone' } })
})

test('SYNC-21 a preview says that another page beside it has the same “Order”', async () => {
  const { academy, workspace, session, previewPage } = await startOwnAcademy()
  await workspace.addTutorial(session, { name: 'Plan', slug: 'plan', order: 1 })
  const page = await workspace.addTutorial(session, {
    name: 'Draft',
    status: 'Draft',
    slug: 'draft',
    order: 1,
    blocks: [paragraphOf('text')],
  })
  await academy.sync()
  const warnings = async () => (await previewPage(page)).json().data.warnings
  expect(await warnings()).toEqual([expect.stringContaining('as that of “Plan”')])
  await workspace.setProperties(page, { Order: { number: 2 } })
  expect(await warnings()).toEqual([])
})
