import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN, type MirroredAcademy, startAcademyWithTutorial } from '../../../testing/mirrored-academy.ts'
import { paragraphOf } from '../../../testing/notion-workspace.ts'
import { publisher } from '../../../testing/published-pages.ts'
import type { SyncReport } from './sync-content.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let course: string
let session: string
let tutorial: string
let resource: string

beforeEach(async () => {
  ;({ academy, workspace, course, session, tutorial } = await startAcademyWithTutorial())
  resource = await workspace.addResource({ name: 'Brief', slug: 'brief', blocks: [paragraphOf('a prompt')] })
})
afterEach(() => workspace.stop())

const incremental = () => academy.sync({ kind: 'incremental' })
const kinds = async () => (await academy.app.sql`select kind from content_sync_runs order by finished_at`).map(({ kind }) => kind)
const description = async (id = 'one') => (await academy.get(`/api/tutorials/${id}/content`)).json().data?.description?.html
const prompt = async (id = 'brief') => (await academy.get(`/api/library/${id}/prompt`, ADMIN)).json().data?.html
/** Runs again with what the run before was held for confirmed. */
const confirmed = ({ confirmation_key }: SyncReport) => academy.sync({ kind: 'incremental', confirmed: confirmation_key ?? '' })
/** More resources than ten requests list. In the mirror alone: unedited pages are not fetched. */
const growLarge = () => publisher(academy.app.db).resources(700)
/** An hour goes by, in Notion and here. */
async function letTimePass(): Promise<void> {
  await workspace.advanceClock(3600)
  await academy.app.sql`update content_sync_runs set started_at = started_at + interval '1 hour'`
}
/** A large workspace, mirrored and written so long before the last edit that it is not fetched again. */
async function settle(): Promise<void> {
  await academy.sync()
  await growLarge()
  await letTimePass()
  await workspace.append(tutorial, paragraphOf('more'))
  await incremental()
}

test('the first run reads everything, and the next ones in a large workspace only recent edits', async () => {
  expect(await incremental()).toMatchObject({ result: 'done', listed: 4, published: 4 })
  await growLarge()
  await letTimePass()
  await workspace.append(tutorial, paragraphOf('more'))
  expect(await incremental()).toMatchObject({ result: 'done', published: 1 })
  await expect.poll(() => description()).toBe('<p>first words</p><p>more</p>')
  await letTimePass()
  await workspace.append(resource, paragraphOf('of two lines'))
  expect(await incremental()).toMatchObject({ result: 'done', listed: 2, published: 1 })
  await expect.poll(() => prompt()).toBe('<p>a prompt</p><p>of two lines</p>')
  expect(await kinds()).toEqual(['full', 'incremental', 'incremental'])
})

test('takes five requests for an unchanged workspace of any size', async () => {
  await settle()
  expect(await incremental()).toMatchObject({ listed: 1, fetched: 0, published: 0, requests: 5 })
})

test('lists a workspace completely if ten requests suffice, so that trashed pages disappear with the next run', async () => {
  await workspace.addTutorial(session, { name: 'Two', slug: 'two' })
  await academy.sync()
  await workspace.trash(tutorial)
  expect(await incremental()).toMatchObject({ unpublished: 1, requests: 5 })
  await expect.poll(() => description()).toBeUndefined()
  expect(await kinds()).toEqual(['full', 'full'])
})

test('keeps unedited pages, with their children and slugs', async () => {
  await settle()
  const child = await workspace.addTutorial(session, { name: 'Two', slug: 'two', blocks: [paragraphOf('second words')] })
  await workspace.addResource({ name: 'Another', slug: 'another', related: [resource] })
  const copy = await workspace.addResource({ name: 'Copy', slug: 'brief' })
  expect(await incremental()).toMatchObject({
    listed: 4,
    published: 2,
    refusals: [{ page_id: copy.replaceAll('-', ''), rule: 'slug_taken', reason: expect.stringContaining('“Brief”') }],
  })
  await expect.poll(() => description('two')).toBe('<p>second words</p>')
  expect(await prompt()).toBe('<p>a prompt</p>')
  expect(child).not.toBe(tutorial)
})

test('SYNC-11 counts an unedited draft as existing, for a related resource and for the tutorials of a session', async () => {
  const draft = await workspace.addResource({ name: 'Draft', slug: 'draft', status: 'Draft' })
  const draftSession = await workspace.addSession(course, { name: 'Draft session', slug: 'draft-session', status: 'Draft' })
  await workspace.setProperties(resource, { Related: { relation: [{ id: draft }] } })
  const child = await workspace.addTutorial(draftSession, { name: 'Two', slug: 'two' })
  await settle()
  await letTimePass()
  await workspace.append(resource, paragraphOf('of two lines'))
  await workspace.append(child, paragraphOf('more'))
  expect(await incremental()).toMatchObject({ listed: 3, refused: 0, published: 2 })
})

test('reads a large workspace completely from time to time, the rarer the larger it is', async () => {
  await workspace.addTutorial(session, { name: 'Two', slug: 'two' })
  await settle()
  const fullRunWas = (seconds: number) =>
    academy.app.sql`update content_sync_runs set started_at = now() - make_interval(secs => ${seconds}) where kind = 'full'`
  await workspace.trash(tutorial)
  // Twelve requests for 705 pages: at most one in ten seconds.
  await fullRunWas(110)
  expect(await incremental()).toMatchObject({ unpublished: 0 })
  expect(await description()).toContain('first words')
  await fullRunWas(121)
  // With it go those that are in the mirror alone.
  expect(await confirmed(await incremental())).toMatchObject({ unpublished: 701 })
  await expect.poll(() => description()).toBeUndefined()
})

test('reads everything after a failed run, and while a page may pass without an edit', async () => {
  await academy.sync()
  await growLarge()
  await workspace.setFault({ kind: 'down' })
  expect(await incremental()).toMatchObject({ result: 'failed' })
  await workspace.clearFaults()
  await workspace.addResource({ name: '', slug: 'nameless' })
  expect(await confirmed(await incremental())).toMatchObject({ refused: 1, totalRefused: 1 })
  await growLarge()
  expect(await confirmed(await incremental())).toMatchObject({ refused: 1, totalRefused: 1, listed: 5 })
  expect(await kinds()).toEqual(['full', 'incremental', 'full', 'full', 'full', 'full'])
})
