import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { ADMIN, type MirroredAcademy, startAcademyWithTutorial } from '../../../testing/mirrored-academy.ts'
import { codeOf, fileOf, headingOf, paragraphOf } from '../../../testing/notion-workspace.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let session: string
let tutorial: string

beforeEach(async () => {
  ;({ academy, workspace, session, tutorial } = await startAcademyWithTutorial())
  for (const slug of ['two', 'three', 'four', 'five', 'six']) await workspace.addTutorial(session, { name: slug, slug })
})
afterEach(() => workspace.stop())

const pageId = (id: string) => id.replaceAll('-', '')
const statusOf = async (slug = 'one') => (await academy.get(`/api/tutorials/${slug}/content`)).statusCode
const state = async () => (await academy.get('/api/admin/content', ADMIN)).json().data
const setStatus = (page: string, name: string | null) =>
  workspace.setProperties(page, { Status: { select: name === null ? null : { name } } })

describe('Status', () => {
  test('SYNC-11 hides a draft, lists it for the admin, and shows it once it is published', async () => {
    const draft = await workspace.addTutorial(session, { name: 'Not yet', slug: 'not-yet', status: 'Draft', blocks: [] })
    expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0, listed: 8, published: 8 })
    expect(await statusOf('not-yet')).toBe(404)
    expect((await state()).drafts).toEqual([
      { page_id: pageId(draft), title: 'Not yet', url: expect.stringContaining('http'), database: 'Tutorials' },
    ])
    await workspace.append(draft, paragraphOf('now it is'))
    await setStatus(draft, 'Published')
    expect(await academy.sync()).toMatchObject({ published: 1 })
    await expect.poll(() => statusOf('not-yet')).toBe(200)
    expect((await state()).drafts).toEqual([])
  })

  test('SYNC-11 hides a published page that becomes a draft', async () => {
    await academy.sync()
    await setStatus(tutorial, 'Draft')
    expect(await academy.sync()).toMatchObject({ unpublished: 1, refused: 0 })
    await expect.poll(() => statusOf()).toBe(404)
  })

  test('treats an empty status as published, and refuses unknown ones', async () => {
    await academy.sync()
    expect(await statusOf()).toBe(200)
    await setStatus(tutorial, 'In review')
    const { refusals } = await academy.sync()
    expect(refusals).toMatchObject([
      { title: 'One', rule: 'status_unknown', reason: '“Status” says “In review”. Choose “Draft” or “Published”.' },
    ])
    expect(await statusOf()).toBe(200)
  })
})

test('SYNC-13 hides an archived page until it is restored', async () => {
  await academy.sync()
  await workspace.archive(tutorial)
  expect(await academy.sync()).toMatchObject({ unpublished: 1, refused: 0 })
  await expect.poll(() => statusOf()).toBe(404)
  expect((await state()).drafts).toEqual([])
  await workspace.archive(tutorial, false)
  expect(await academy.sync()).toMatchObject({ published: 1 })
  await expect.poll(() => statusOf()).toBe(200)
})

test('SYNC-14 hides a tutorial without a session, and shows the admin why', async () => {
  await academy.sync()
  await workspace.setProperties(tutorial, { session: { relation: [] } })
  expect(await academy.sync()).toMatchObject({ unpublished: 1, refusals: [{ title: 'One', rule: 'session_missing' }] })
  await expect.poll(() => statusOf()).toBe(404)
  expect((await state()).refused).toMatchObject([
    { still_shown: false, reason: 'The page belongs to no session, so learners do not see it. Choose one in “session”.' },
  ])
})

test('SYNC-15 refuses an empty page, and keeps its last good version', async () => {
  await workspace.addTutorial(session, { name: 'Empty', slug: 'empty', blocks: [headingOf('Prompt')] })
  await workspace.addResource({ name: 'Nothing', slug: 'nothing', blocks: [] })
  const report = await academy.sync()
  expect(report.refusals.map(({ title, rule }) => [title, rule]).toSorted()).toEqual([
    ['Empty', 'page_empty'],
    ['Nothing', 'page_empty'],
  ])
  expect(report.refusals[0]?.reason).toContain('set “Status” to “Draft”')
  await workspace.advanceClock(120)
  await workspace.notion.pages.update({ page_id: tutorial, erase_content: true })
  expect((await academy.sync()).refusals.map(({ title }) => title).toSorted()).toEqual(['Empty', 'Nothing', 'One'])
  expect(await statusOf()).toBe(200)
})

test('SYNC-12 LEARN-16 shows only the admin a preview of a draft from Notion, with its pictures', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>')
  const draft = await workspace.addTutorial(session, {
    name: 'Not yet',
    slug: 'not-yet',
    status: 'Draft',
    diagram: { name: 'd.svg', type: 'image/svg+xml', bytes: svg },
    blocks: [paragraphOf('A plan'), headingOf('Promt'), paragraphOf('A prompt')],
  })
  await academy.sync()
  const { app, signIn } = await buildTestApp({
    env: { ...workspace.env, DATABASE_URL: academy.config.databaseUrl, ADMIN_EMAIL: ADMIN.email ?? '', CONTENT_SYNC_SECONDS: '3600' },
  })
  const url = (id: string) => `/api/admin/content/pages/${pageId(id)}/preview`
  const headers = await signIn(ADMIN)
  const preview = await app.inject({ url: url(draft), headers })
  expect(preview.json().data).toMatchObject({
    title: 'Not yet',
    database: 'Tutorials',
    status: 'draft',
    problem: null,
    warnings: [expect.stringContaining('“Promt”'), expect.stringContaining('“Diagram description”')],
    sections: [{ name: 'Description', html: '<p>A plan</p><h3>Promt</h3><p>A prompt</p>' }, { name: 'Diagram' }],
  })
  const [, picture = ''] = /src="([^"]+)"/.exec(preview.json().data.sections[1].html) ?? []
  expect((await app.inject(picture.replaceAll('&amp;', '&'))).headers['content-type']).toContain('image/svg+xml')

  await workspace.append(draft, paragraphOf('written a moment ago'))
  expect((await app.inject({ url: url(draft), headers })).body).toContain('written a moment ago')
  expect((await app.inject({ url: '/api/tutorials/not-yet/content', headers })).statusCode, 'a preview publishes nothing').toBe(404)

  await workspace.append(session, headingOf('Checkpoint'), fileOf('src/board.js', 'let a = 1'))
  expect((await app.inject({ url: url(session), headers })).json().data.sections).toEqual([
    { name: 'Checkpoint', html: '<ul><li><code>src/board.js</code></li></ul>' },
  ])
  await workspace.append(
    session,
    headingOf('Checks'),
    codeOf('checks: [{ check: file exists, file: board.js, success: It is there., hint: Look again., tutorial: first }]'),
  )
  expect((await app.inject({ url: url(session), headers })).json().data.sections).toEqual([
    expect.anything(),
    { name: 'Checks', html: '<ol><li><code>file exists</code> It is there. ✗ Look again.</li></ol>' },
  ])

  const empty = await workspace.addTutorial(session, { name: 'Empty', blocks: [] })
  expect((await app.inject({ url: url(empty), headers })).json().data).toMatchObject({
    status: 'publishable',
    problem: { rule: 'page_empty' },
    sections: [],
  })
  expect((await app.inject({ url: url(workspace.rootPageId), headers })).statusCode, 'a page of no database').toBe(404)
  expect((await app.inject({ url: url('0'.repeat(32)), headers })).statusCode).toBe(404)
  expect((await app.inject({ url: url(draft), headers: await signIn() })).statusCode).toBe(403)
})

test('SYNC-12 refuses a preview while Notion does not answer, and asks the admin to try again', async () => {
  await academy.sync()
  // The client's shortest pauses between retries: with its longest ones the time of the preview ends first.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => random.mockRestore())
  const { app, signIn } = await buildTestApp({
    env: { ...workspace.env, DATABASE_URL: academy.config.databaseUrl, ADMIN_EMAIL: ADMIN.email ?? '', CONTENT_SYNC_SECONDS: '3600' },
  })
  const headers = await signIn(ADMIN)
  const preview = () => app.inject({ url: `/api/admin/content/pages/${pageId(tutorial)}/preview`, headers })
  for (const fault of [{ kind: 'down' }, { kind: 'error', status: 502 }, { kind: 'rate_limited', retry_after: 3600 }]) {
    await workspace.setFault(fault)
    const refused = await preview()
    expect([fault.kind, refused.statusCode, refused.json()]).toMatchObject([
      fault.kind,
      503,
      { code: 'unavailable', message: 'Notion does not answer at the moment. Please try again soon.' },
    ])
    expect(refused.headers['retry-after']).toBe('5')
  }
})
