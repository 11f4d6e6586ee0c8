import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { ADMIN, type MirroredAcademy, syncedAcademies } from '../../../testing/mirrored-academy.ts'
import { paragraphOf } from '../../../testing/notion-workspace.ts'
import { receiveNotifications } from '../../../testing/receive-notifications.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let course: string
let sessions: string[]
let tutorials: string[]

/** One course of five sessions with two tutorials each. */
const startAcademy = syncedAcademies(async ({ addCourse, addSession, addTutorial }) => {
  const course = await addCourse({ name: 'Course', slug: 'master-course' })
  const sessions: string[] = []
  const tutorials: string[] = []
  for (const i of [1, 2, 3, 4, 5]) {
    const session = await addSession(course, { name: `Session ${i}`, slug: `session-${i}`, order: i, free: true })
    sessions.push(session)
    for (const j of [1, 2]) tutorials.push(await addTutorial(session, { name: `Tutorial ${i}.${j}`, slug: `t-${i}-${j}` }))
  }
  return { course, sessions, tutorials }
})
beforeEach(async () => {
  ;({ academy, workspace, course, sessions, tutorials } = await startAcademy())
})
afterEach(() => workspace.stop())

const text = (content: string) => [{ text: { content } }]
const shown = async () => {
  const { data } = (await academy.get('/api/sessions')).json()
  return data.map(({ tutorials_number }: { tutorials_number: number }) => tutorials_number)
}
const UNCHANGED = [2, 2, 2, 2, 2]
const confirm = (key: string | null) => academy.sync({ confirmed: key ?? '' })
const databaseOf = async (title: string): Promise<string> => {
  const { results } = await workspace.notion.blocks.children.list({ block_id: workspace.rootPageId })
  return results.find((block) => 'child_database' in block && block.child_database.title === title)?.id ?? ''
}
const addDatabase = async (title: string): Promise<string> => {
  const parent = { type: 'page_id' as const, page_id: workspace.rootPageId }
  return (
    await workspace.notion.databases.create({ parent, title: text(title), initial_data_source: { properties: { Name: { title: {} } } } })
  ).id
}

describe('databases', () => {
  test('SYNC-01 reads the pinned database beside a second one of the same title', async () => {
    await addDatabase('Tutorials')
    await workspace.advanceClock(120)
    await workspace.append(tutorials[0] ?? '', paragraphOf('an edit'))
    expect(await academy.sync()).toMatchObject({ result: 'done', listed: 16, published: 1 })
    expect(await shown()).toEqual(UNCHANGED)
  })

  test('SYNC-01 reads a renamed pinned database', async () => {
    const database_id = await databaseOf('Sessions')
    await workspace.notion.databases.update({ database_id, title: text('Chapters') })
    await addDatabase('Sessions')
    expect(await academy.sync()).toMatchObject({ result: 'done', listed: 16 })
    expect(await shown()).toEqual(UNCHANGED)
  })

  test('SYNC-01 reads a moved pinned database', async () => {
    const { id: page_id } = await workspace.notion.pages.create({ parent: { page_id: workspace.rootPageId }, properties: {} })
    await workspace.notion.databases.update({ database_id: await databaseOf('Tutorials'), parent: { type: 'page_id', page_id } })
    expect(await databaseOf('Tutorials')).toBe('')
    await addDatabase('Tutorials')
    expect(await academy.sync()).toMatchObject({ result: 'done', listed: 16 })
    expect(await shown()).toEqual(UNCHANGED)
  })

  test('SYNC-02 holds the run if the pinned database is in the trash and another has its title, until an admin confirms that one', async () => {
    const other = await addDatabase('Library')
    await workspace.notion.databases.update({ database_id: await databaseOf('Library'), in_trash: true })
    const waitingRun = await academy.sync()
    expect(waitingRun).toMatchObject({ result: 'held', published: 0, unpublished: 0, holds: [{ rule: 'database_replaced' }] })
    expect(waitingRun.holds[0]?.reason).toContain(other.replaceAll('-', ''))
    expect(await academy.sync(), 'a held run pins nothing').toMatchObject({ result: 'held', holds: [{ rule: 'database_replaced' }] })
    expect(await confirm(waitingRun.confirmation_key)).toMatchObject({ result: 'done' })
    expect(await academy.sync(), 'once confirmed it is the pinned one').toMatchObject({ result: 'done' })
  })

  test('SYNC-02 holds the first run with two databases of one title, until an admin confirms the older one', async () => {
    // What was pinned below another root page does not count.
    await academy.app.sql`update content_databases set root_page_id = ${'0'.repeat(32)}`
    await workspace.advanceClock(86_400)
    const younger = await addDatabase('Tutorials')
    const waitingRun = await academy.sync()
    expect(waitingRun).toMatchObject({ result: 'held', published: 0, unpublished: 0, holds: [{ rule: 'database_ambiguous' }] })
    expect(waitingRun.holds[0]?.reason).toMatch(
      /2 databases with the title “Tutorials”.*notion\.so\/[0-9a-f]{32} \(created on \d{4}-\d\d-\d\d\) and/,
    )
    expect(await shown()).toEqual(UNCHANGED)
    expect(await confirm(waitingRun.confirmation_key)).toMatchObject({ result: 'done', unpublished: 0 })
    const [pin] = await academy.app.sql`select database_id from content_databases where kind = 'tutorial'`
    expect(pin?.database_id).not.toBe(younger.replaceAll('-', ''))
  })

  test('SYNC-02 a database with two data sources holds the run until an admin confirms to read the first', async () => {
    // What was pinned below another root page does not count.
    await academy.app.sql`update content_databases set root_page_id = ${'0'.repeat(32)}`
    const database_id = await databaseOf('Tutorials')
    await workspace.notion.dataSources.create({ parent: { type: 'database_id', database_id }, properties: { Name: { title: {} } } })
    const waitingRun = await academy.sync()
    expect(waitingRun).toMatchObject({ result: 'held', published: 0, unpublished: 0, holds: [{ rule: 'data_source_ambiguous' }] })
    expect(waitingRun.holds[0]?.reason).toContain('“Tutorials” has 2 data sources')
    expect(await confirm(waitingRun.confirmation_key)).toMatchObject({ result: 'done', listed: 16, unpublished: 0 })
    expect(await shown()).toEqual(UNCHANGED)
  })
})

describe('the course', () => {
  test('COURSES-02 SYNC-03 refuses each second course alone, and shows none of its pages', async () => {
    const refused: [what: string, properties: object, rule: string, reason: string][] = [
      ['without a product', {}, 'product_missing', 'that this page is: master_course'],
      ['with a product that is not sold', { product: 'mastercourse' }, 'product_unknown', 'says “mastercourse”'],
      [
        'with the product of another page',
        { product: 'master_course' },
        'product_taken',
        'The page “Course” is the course “master_course”',
      ],
      [
        'that opens for the Studio after it opens for everyone',
        { studioOpensOn: '2027-03-02', opensOn: '2027-03-01' },
        'opens_crossed',
        '(2027-03-02)',
      ],
      ['that opens for the Studio alone', { studioOpensOn: '2027-03-02' }, 'opens_crossed', 'empty: at once'],
    ]
    for (const [what, properties, rule, reason] of refused) {
      const second = await workspace.addCourse({ name: 'Second course', slug: 'second', ...properties })
      const session = await workspace.addSession(second, { name: 'Elsewhere', slug: 'elsewhere' })
      const tutorial = await workspace.addTutorial(session, { name: 'Far away', slug: 'far-away', free: true })
      const report = await academy.sync()
      expect(report, what).toMatchObject({ result: 'done', refused: 1, refusals: [{ title: 'Second course', rule }] })
      expect(report.refusals[0]?.reason).toContain(reason)
      await receiveNotifications(academy.app)
      expect(await shown(), what).toEqual(UNCHANGED)
      for (const path of ['courses/second', 'sessions/elsewhere', 'tutorials/far-away/content'])
        expect([what, path, (await academy.get(`/api/${path}`)).statusCode]).toEqual([what, path, 404])
      for (const page of [tutorial, session, second]) await workspace.trash(page)
    }
  })

  test('COURSES-02 the page of the course may name its product', async () => {
    await workspace.setProperties(course, { Product: { rich_text: text('master_course') } })
    expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
    await workspace.setProperties(course, { Product: { rich_text: [] }, 'Opens on': { date: { start: '2026-01-01' } } })
    expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
    expect(await shown()).toEqual(UNCHANGED)
  })

  test('COURSES-23 refuses a day in the future on the page of the Master Course, which stays open and for sale', async () => {
    await workspace.setProperties(course, { 'Opens on': { date: { start: '2126-12-14' } } })
    const report = await academy.sync()
    expect(report).toMatchObject({ result: 'done', unpublished: 0, refusals: [{ title: 'Course', rule: 'opens_later' }] })
    expect(report.refusals[0]?.reason).toContain('(2126-12-14)')
    expect(await shown()).toEqual(UNCHANGED)
    expect((await academy.get('/api/courses')).json().data).toMatchObject([{ product: 'master_course', opens_on: null, state: 'locked' }])
    await workspace.setProperties(course, { 'Opens on': { date: null } })
    expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
  })

  test('SYNC-03 refuses a copy of the course page, which has the same slug', async () => {
    await workspace.advanceClock(120)
    const copy = await workspace.addCourse({ name: 'Course (1)', slug: 'master-course' })
    await workspace.addSession(copy, { name: 'Elsewhere', slug: 'elsewhere' })
    const report = await academy.sync()
    expect(report).toMatchObject({ result: 'done', unpublished: 0, refusals: [{ title: 'Course (1)', rule: 'slug_taken' }] })
    expect(await shown()).toEqual(UNCHANGED)

    await academy.app.sql`delete from content_courses`
    expect(await academy.sync(), 'without a published course, the older page is the course').toMatchObject({ published: 1, refused: 1 })
    await expect.poll(async () => (await academy.get('/api/courses/master-course')).body).toContain('"Course"')
  })

  test('SYNC-03 refuses a copy of the course page while the course page itself is refused', async () => {
    await workspace.advanceClock(120)
    await workspace.setProperties(course, { Status: { select: { name: 'In review' } } })
    const copy = await workspace.addCourse({ name: 'Course (1)', slug: 'master-course' })
    await workspace.addSession(copy, { name: 'Elsewhere', slug: 'elsewhere' })
    const report = await academy.sync()
    expect(report).toMatchObject({ result: 'done', unpublished: 0 })
    expect(report.refusals.map(({ title, rule }) => [title, rule]).toSorted()).toEqual([
      ['Course (1)', 'slug_taken'],
      ['Course', 'status_unknown'],
    ])
    expect(await shown()).toEqual(UNCHANGED)
  })

  test('SYNC-04 holds the run for a changed slug; after confirmation the course keeps its URL', async () => {
    await workspace.setProperties(course, { Slug: { rich_text: text('mc-2027') } })
    const waitingRun = await academy.sync()
    expect(waitingRun).toMatchObject({ result: 'held', published: 0, unpublished: 0, holds: [{ rule: 'course_slug_changed' }] })
    expect(waitingRun.holds[0]?.reason).toContain('from “master-course” to “mc-2027”')
    expect((await academy.get('/api/courses/master-course')).statusCode).toBe(200)
    expect(await shown()).toEqual(UNCHANGED)

    expect(await confirm(waitingRun.confirmation_key)).toMatchObject({ result: 'done', unpublished: 0, refused: 0 })
    expect((await academy.get('/api/courses/master-course')).statusCode).toBe(200)
    expect(await academy.sync(), 'it is confirmed for good').toMatchObject({ result: 'done', refused: 0 })
    await workspace.setProperties(course, { Slug: { rich_text: text('mc-2028') } })
    expect(await academy.sync(), 'another slug is another question').toMatchObject({ result: 'held' })
  })
})

describe('optional properties', () => {
  const OPTIONAL = {
    courses: ['Status', 'Video', 'Product', 'Opens for the Studio on', 'Opens on'],
    sessions: ['Status'],
    tutorials: ['Status', 'Reading', 'Building', 'Diagram description', 'Facts checked on'],
    library: ['Status', 'Sample', 'Tried with', 'Tried on', 'Tries', 'Use when', 'Content', 'CodeSample'],
  }
  const change = (database: keyof typeof OPTIONAL, properties: Record<string, object>) =>
    workspace.notion.dataSources.update({ data_source_id: workspace.dataSources[database], properties: properties as never })
  const renameAll = async (nameOf: (name: string) => { from: string; to: string }): Promise<void> => {
    for (const [database, names] of Object.entries(OPTIONAL)) {
      const renamed = names.map(nameOf).map(({ from, to }) => [from, { name: to }])
      await change(database as keyof typeof OPTIONAL, Object.fromEntries(renamed))
    }
  }

  test('SYNC-17 holds the run for each property that a database lost, until it is back or an admin confirms', async () => {
    const draft = await workspace.addTutorial(sessions[0], { name: 'Unfinished', slug: 'unfinished', status: 'Draft' })
    await workspace.addResource({ name: 'Resource', slug: 'resource' })
    await academy.sync()
    await workspace.advanceClock(3600)
    await workspace.append(tutorials[0] ?? '', paragraphOf('an edit'))
    expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })

    // The next run lists only recent edits.
    await academy.app.sql`update content_sync_runs set started_at = started_at + interval '1 hour'`
    await change('tutorials', { Status: { name: 'State' } })
    await workspace.append(draft, paragraphOf('an edit'))
    const held = { result: 'held', published: 0, unpublished: 0, holds: [{ rule: 'property_lost' }] }
    expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ ...held, listed: 2 })
    expect(await academy.sync()).toMatchObject({ ...held, listed: 18 })
    expect(await shown()).toEqual(UNCHANGED)
    await change('tutorials', { State: { name: 'Status' } })
    expect(await academy.sync(), 'renamed back').toMatchObject({ result: 'done', published: 0 })

    await renameAll((name) => ({ from: name, to: `${name} 2` }))
    const waitingRun = await academy.sync()
    const named = waitingRun.holds.map(
      ({ rule, reason }) => `${rule} ${[...reason.matchAll(/“(.+?)”/g)].map(([, name]) => name).join(' ')}`,
    )
    const titles = { courses: 'Courses', sessions: 'Sessions', tutorials: 'Tutorials', library: 'Library' }
    const lost = Object.entries(OPTIONAL).flatMap(([database, names]) =>
      names.map((name) => `property_lost ${titles[database as keyof typeof OPTIONAL]} ${name}`),
    )
    expect(named).toEqual(lost)
    expect(await confirm(waitingRun.confirmation_key)).toMatchObject({ result: 'done', refused: 0 })
    await expect.poll(shown, { message: 'without “Status”, the draft is published' }).toEqual([3, 2, 2, 2, 2])
    expect(await academy.sync(), 'a confirmed loss is asked for once').toMatchObject({ result: 'done' })

    await renameAll((name) => ({ from: `${name} 2`, to: name }))
    expect(await academy.sync()).toMatchObject({ result: 'done', unpublished: 1 })
    await change('library', { Sample: { name: 'Example' } })
    expect(await academy.sync(), 'a property that came back can be lost again').toMatchObject({ result: 'held' })
    await change('library', { Example: { name: 'Sample' } })

    await change('tutorials', { Status: { type: 'rich_text', rich_text: {} } })
    const retyped = await academy.sync()
    expect(retyped, 'another type refuses the pages, and publishes no draft').toMatchObject({ result: 'done', published: 0, refused: 11 })
    expect(retyped.refusals).toContainEqual(expect.objectContaining({ page_id: draft.replaceAll('-', ''), rule: 'property_type' }))
  })
})

describe('pages that would be lost', () => {
  test('removes up to a fifth of the pages without confirmation', async () => {
    await workspace.trash(tutorials[0] ?? '')
    await workspace.trash(tutorials[2] ?? '')
    expect(await academy.sync()).toMatchObject({ result: 'done', unpublished: 2 })
    await expect.poll(shown).toEqual([1, 1, 2, 2, 2])
  })

  test('SYNC-05 removes one page of a small library without confirmation, but not two', async () => {
    const resources: string[] = []
    for (const slug of ['a', 'b', 'c']) resources.push(await workspace.addResource({ name: slug, slug }))
    await academy.sync()
    await workspace.trash(resources[0] ?? '')
    expect(await academy.sync()).toMatchObject({ result: 'done', unpublished: 1 })
    await workspace.trash(resources[1] ?? '')
    await workspace.trash(resources[2] ?? '')
    const waitingRun = await academy.sync()
    expect(waitingRun).toMatchObject({ result: 'held', unpublished: 0 })
    expect(waitingRun.holds.map(({ reason }) => reason)).toEqual([expect.stringContaining('2 of 2 resources (100%)')])
  })

  test('SYNC-05 tutorials that moved to another session do not count as lost', async () => {
    for (const i of [0, 1]) await workspace.setProperties(tutorials[i] ?? '', { session: { relation: [{ id: sessions[1] ?? '' }] } })
    await workspace.trash(sessions[0] ?? '')
    expect(await academy.sync()).toMatchObject({ result: 'done', unpublished: 1 })
    await expect.poll(shown).toEqual([4, 2, 2, 2])
  })

  test('SYNC-05 SYNC-06 holds the run for more, until an admin confirms exactly these pages', async () => {
    for (const i of [0, 2, 4]) await workspace.trash(tutorials[i] ?? '')
    const waitingRun = await academy.sync()
    expect(waitingRun).toMatchObject({ result: 'held', unpublished: 0, holds: [{ rule: 'pages_lost' }] })
    expect(waitingRun.holds[0]?.reason).toMatch(/3 of 10 tutorials \(30%\).*“Tutorial 1\.1”, “Tutorial 2\.1”, “Tutorial 3\.1”/)
    expect(await shown()).toEqual(UNCHANGED)
    await workspace.trash(tutorials[6] ?? '')
    const again = await confirm(waitingRun.confirmation_key)
    expect(again, 'one more is another question').toMatchObject({ result: 'held', unpublished: 0 })
    expect(await confirm(again.confirmation_key)).toMatchObject({ result: 'done', unpublished: 4 })
    await expect.poll(shown).toEqual([1, 1, 1, 1, 2])
  })

  test('SYNC-05 counts the tutorials of a removed session as lost', async () => {
    await workspace.setProperties(sessions[0] ?? '', { Status: { select: { name: 'Draft' } } })
    await workspace.setProperties(sessions[1] ?? '', { course: { relation: [] } })
    const waitingRun = await academy.sync()
    expect(waitingRun.holds.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('2 of 5 sessions (40%)'),
      expect.stringContaining('4 of 10 tutorials (40%)'),
    ])
    expect(await shown()).toEqual(UNCHANGED)
  })

  test('SYNC-05 also holds a run that lists only recent edits', async () => {
    await workspace.advanceClock(3600)
    await academy.app.sql`update content_sync_runs set started_at = started_at + interval '1 hour'`
    for (const i of [0, 2, 4]) await workspace.setProperties(tutorials[i] ?? '', { Status: { select: { name: 'Draft' } } })
    expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ result: 'held', unpublished: 0 })
  })
})

test('SYNC-06 shows the admin why a run waits, and records the confirmation in the audit log', async () => {
  const { app } = academy
  const headers = await academy.signIn(ADMIN)
  const state = async () => (await academy.get('/api/admin/content', ADMIN)).json().data
  expect((await state()).waiting).toBeNull()
  for (const i of [0, 2, 4]) await workspace.trash(tutorials[i] ?? '')
  await academy.sync()
  const { waiting, runs } = await state()
  expect(waiting).toEqual({ run_id: runs[0].id, holds: [{ rule: 'pages_lost', reason: expect.stringContaining('3 of 10 tutorials') }] })
  expect(runs[0]).toMatchObject({ status: 'held', error: null, holds: waiting.holds })

  const connected = await buildTestApp({
    env: {
      ...workspace.env,
      DATABASE_URL: academy.config.databaseUrl,
      SUPABASE_URL: academy.issuer.url,
      ADMIN_EMAIL: ADMIN.email ?? '',
      CONTENT_SYNC_SECONDS: '3600',
    },
  })
  const post = (payload: object, as = headers) =>
    connected.app.inject({ method: 'POST', url: '/api/admin/content/confirm', headers: as, payload })
  expect((await post({ run_id: waiting.run_id }, await academy.signIn())).statusCode).toBe(403)
  expect((await post({ run_id: runs[1].id })).statusCode, 'a run that does not wait').toBe(409)
  expect((await post({ run_id: 'x' })).statusCode).toBe(400)
  expect(await app.sql`select * from audit_log`).toEqual([])

  expect((await post({ run_id: waiting.run_id })).statusCode).toBe(202)
  await expect.poll(shown).toEqual([1, 1, 1, 2, 2])
  await expect.poll(async () => (await state()).waiting).toBeNull()
  expect(await app.sql`select who, what, reason from audit_log`).toMatchObject([
    { who: ADMIN.email, what: 'content_confirm', reason: expect.stringContaining('3 of 10 tutorials') },
  ])
  expect((await post({ run_id: waiting.run_id })).statusCode, 'confirmed already').toBe(409)
})
