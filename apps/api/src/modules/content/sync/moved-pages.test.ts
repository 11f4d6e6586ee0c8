import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN, type MirroredAcademy, startSyncedAcademyWithTutorial } from '../../../testing/mirrored-academy.ts'
import { publisher } from '../../../testing/published-pages.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let session: string
let tutorial: string

beforeEach(async () => {
  ;({ academy, workspace, session, tutorial } = await startSyncedAcademyWithTutorial())
})
afterEach(() => workspace.stop())

const mirrorId = (page_id: string) => page_id.replaceAll('-', '')
const statusOf = async (url: string) => (await academy.get(url, ADMIN)).statusCode
const resources = async () => (await academy.get('/api/library', ADMIN)).json().data.results.map(({ id }: { id: string }) => id)
const indexedKinds = async (page_id: string) =>
  (await academy.app.sql`select kind from search_pages where notion_page_id = ${mirrorId(page_id)}`).map(({ kind }) => kind)

/** Adds a resource to the workspace that the mirror still has as a tutorial, because its author moved it to another database. */
async function moveToLibrary(slug: string): Promise<string> {
  const page_id = await workspace.addResource({ name: slug, slug })
  await publisher(academy.app.db).tutorial(slug, 'session', { notion_page_id: mirrorId(page_id), session_page_id: mirrorId(session) })
  return page_id
}

test('a tutorial that was moved to the library is a resource alone', async () => {
  const page_id = await moveToLibrary('moved')
  await expect.poll(() => statusOf('/api/tutorials/moved/content')).toBe(200)
  expect(await academy.sync()).toMatchObject({ result: 'done', published: 1 })
  await expect.poll(() => statusOf('/api/tutorials/moved/content')).toBe(404)
  expect(await resources()).toEqual(['moved'])
  expect(await indexedKinds(page_id)).toEqual(['resource'])
  expect(await academy.sync()).toMatchObject({ fetched: 0, published: 0 })

  await workspace.trash(page_id)
  expect(await academy.sync()).toMatchObject({ unpublished: 1 })
  await expect.poll(resources).toEqual([])
})

test('a resource that was moved to the tutorials is a tutorial alone', async () => {
  await academy.app.sql`delete from content_tutorials`
  await publisher(academy.app.db).resource('one', { notion_page_id: mirrorId(tutorial) })
  await expect.poll(resources).toEqual(['one'])
  expect(await academy.sync()).toMatchObject({ result: 'done', published: 1 })
  await expect.poll(resources).toEqual([])
  expect(await statusOf('/api/tutorials/one/content')).toBe(200)
})

test('a page that an earlier version left in two databases stays in its present one', async () => {
  const page_id = await workspace.addResource({ name: 'Moved', slug: 'moved' })
  await academy.sync()
  await publisher(academy.app.db).tutorial('moved', 'session')
  await academy.app.sql`update content_tutorials set notion_page_id = ${mirrorId(page_id)} where public_id = 'moved'`
  await academy.app.sql`update content_resources set renderer = 9`
  expect(await academy.sync()).toMatchObject({ result: 'done' })
  expect(await academy.app.sql`select from content_tutorials where public_id = 'moved'`).toEqual([])
  await expect.poll(resources).toEqual(['moved'])
})

test('SYNC-05 a run waits for an admin when many tutorials were moved to the library', async () => {
  await moveToLibrary('moved')
  await moveToLibrary('moved-too')
  const held = await academy.sync()
  expect(held).toMatchObject({ result: 'held', published: 0, holds: [{ rule: 'pages_lost' }] })
  expect(held.holds[0]?.reason).toContain('2 of 3 tutorials')
  expect(await academy.sync({ confirmed: held.confirmation_key ?? '' })).toMatchObject({ result: 'done', published: 2 })
  await expect.poll(resources).toEqual(['moved', 'moved-too'])
})
