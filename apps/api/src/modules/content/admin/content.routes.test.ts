import { expect, test } from 'vitest'
import { ADMIN_ID, buildTestApp } from '../../../testing/build-test-app.ts'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { paragraphOf, startNotionWorkspace } from '../../../testing/notion-workspace.ts'
import { publisher } from '../../../testing/published-pages.ts'

const url = '/api/admin/content'
const state = async ({ get }: Pick<MirroredAcademy, 'get'>) => (await get(url, ADMIN)).json().data

test('D-109 shows the administrator the content, the last runs, and refused pages with date and reason', async () => {
  const academy = await startMirroredAcademy()
  const { workspace, sync } = academy
  expect(await state(academy)).toEqual({
    configured: false,
    shown: { courses: 0, sessions: 0, tutorials: 0, resources: 0, files: 0 },
    last_success_at: null,
    runs: [],
    waiting: null,
    drafts: [],
    refused: [],
    warnings: [],
  })

  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const session = await workspace.addSession(course, { name: 'Session' })
  await workspace.addTutorial(session, {
    name: 'One',
    slug: 'one',
    blocks: [{ heading_2: { rich_text: [{ text: { content: 'Promt' } }] } }],
  })
  const resource = await workspace.addResource({ name: 'Brief', slug: 'brief', blocks: [paragraphOf('text')] })
  await sync({ trigger: 'command' })
  await workspace.setProperties(resource, { Slug: { rich_text: [{ text: { content: 'no slug' } }] } })
  await workspace.addResource({ name: '', slug: 'nameless' })
  await sync({ kind: 'full', trigger: 'webhook' })

  const seen = await state(academy)
  expect(seen.shown).toEqual({ courses: 1, sessions: 1, tutorials: 1, resources: 1, files: 0 })
  expect(seen.runs).toMatchObject([
    { kind: 'full', trigger: 'webhook', status: 'succeeded', error: null, counts: { seen: 5, published: 0, unchanged: 3, refused: 2 } },
    { trigger: 'command', status: 'succeeded', counts: { seen: 4, published: 4, unchanged: 0, refused: 0, removed: 0 } },
  ])
  expect(seen.last_success_at).toBe(seen.runs[0].finished_at)
  expect(seen.refused.toSorted((a: { rule: string }, b: { rule: string }) => a.rule.localeCompare(b.rule))).toEqual([
    expect.objectContaining({ title: 'Untitled', database: 'Library', rule: 'name_missing', still_shown: false }),
    {
      page_id: resource.replaceAll('-', ''),
      title: 'Brief',
      url: expect.stringMatching(/^https?:/),
      database: 'Library',
      rule: 'slug_invalid',
      reason: expect.stringContaining('“no slug”'),
      still_shown: true,
      since: expect.stringMatching(/^\d{4}-/),
    },
  ])
  expect(seen.warnings).toContainEqual(
    expect.objectContaining({
      title: 'One',
      warning: expect.stringContaining('“Promt”'),
      url: expect.stringMatching(/^https:.*#[0-9a-f]{32}$/),
    }),
  )

  await sync()
  const later = await state(academy)
  expect(later.refused.map(({ since }: { since: string }) => since).sort(), 'refused since the first time').toEqual(
    seen.refused.map(({ since }: { since: string }) => since).sort(),
  )
  await workspace.stop()
})

test('shows a run of a dead process as interrupted, and a live one as running', async () => {
  const academy = await startMirroredAcademy()
  await academy.app.sql`insert into content_sync_runs (started_at) values (now() - interval '1 minute')`
  expect((await state(academy)).runs).toMatchObject([{ status: 'interrupted', finished_at: null }])
  await academy.workspace.setFault({ kind: 'slow', delay_ms: 500 })
  const running = academy.sync()
  await expect.poll(async () => (await state(academy)).runs).toMatchObject([{ status: 'running' }, { status: 'interrupted' }])
  await running
  expect((await state(academy)).runs[0].status).toBe('succeeded')
  await academy.workspace.stop()
})

test('"sync now" starts at once with an entry in the audit log, and is refused during another run', async () => {
  const workspace = await startNotionWorkspace()
  await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const env = { ...workspace.env, ADMIN_EMAIL: ADMIN.email ?? '', CONTENT_SYNC_SECONDS: '3600' }
  const { app, config, issuer, signIn } = await buildTestApp({ env })
  const second = await buildTestApp({ env: { ...env, DATABASE_URL: config.databaseUrl, SUPABASE_URL: issuer.url } })
  const id = ADMIN_ID
  const headers = await signIn(ADMIN)
  const syncNow = (payload: object = {}, to = app) => to.inject({ method: 'POST', url: `${url}/sync`, headers, payload })
  const runs = async () => (await app.inject({ url, headers })).json().data.runs
  await expect.poll(runs).toMatchObject([{ trigger: 'start', status: 'succeeded' }])

  await workspace.setFault({ kind: 'slow', delay_ms: 300 })
  const response = await syncNow({ kind: 'everything' })
  expect([response.statusCode, response.json().success]).toEqual([202, true])
  for (const instance of [app, second.app]) {
    const refused = await syncNow({}, instance)
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'conflict',
      expect.stringContaining('running already'),
    ])
  }
  await expect.poll(runs).toMatchObject([{ kind: 'everything', trigger: 'admin', status: 'succeeded' }, {}])
  expect(await app.sql`select who, what, account_id, details from audit_log`).toEqual([
    { who: ADMIN.email, what: 'content_sync', account_id: id, details: { kind: 'everything' } },
  ])
  expect((await syncNow({ kind: 'partial' })).statusCode).toBe(400)
  expect((await syncNow({ kind: 'everything', more: 1 })).statusCode).toBe(400)
  await workspace.stop()
})

test('shows the mirror without a workspace, and refuses to sync', async () => {
  const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN.email ?? '' } })
  await publisher(app.db).resource('brief')
  const headers = await signIn(ADMIN)
  expect((await app.inject({ url, headers })).json().data).toMatchObject({ configured: false, shown: { resources: 1 }, runs: [] })
  const refused = await app.inject({ method: 'POST', url: `${url}/sync`, headers, payload: {} })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
  expect(await app.sql`select * from audit_log`).toEqual([])
})

test('SYNC-21 names pages with the same “Order” as another one beside them', async () => {
  const academy = await startMirroredAcademy()
  const { workspace, sync } = academy
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const first = await workspace.addSession(course, { name: 'Session 1', order: 1 })
  const second = await workspace.addSession(course, { name: 'Session 2', order: 2 })
  await workspace.addTutorial(first, { name: 'Plan', slug: 'plan', order: 1 })
  const twin = await workspace.addTutorial(first, { name: 'Build', slug: 'build', order: 1 })
  await workspace.addTutorial(second, { name: 'Ship', slug: 'ship', order: 1 })
  await workspace.addTutorial(first, { name: 'Rest', slug: 'rest' })
  await workspace.addTutorial(first, { name: 'Sleep', slug: 'sleep' })
  await workspace.addResource({ name: 'Brief', slug: 'brief', order: 1, blocks: [paragraphOf('text')] })
  await sync()
  const named = async () => (await state(academy)).warnings.map(({ title, warning }: Record<string, string>) => [title, warning])
  const warning = (other: string) => `“Order” is 1, as that of “${other}”, so learners see both by name. Give each its own number.`
  expect(await named()).toEqual([
    ['Build', warning('Plan')],
    ['Plan', warning('Build')],
  ])
  await workspace.setProperties(twin, { Order: { number: 2 } })
  await sync({ kind: 'full' })
  expect(await named()).toEqual([])
  await workspace.stop()
})
