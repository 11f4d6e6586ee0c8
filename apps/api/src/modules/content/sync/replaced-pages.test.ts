import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MirroredAcademy, syncedAcademies } from '../../../testing/mirrored-academy.ts'
import { paragraphOf } from '../../../testing/notion-workspace.ts'
import { publisher } from '../../../testing/published-pages.ts'
import { receiveNotifications } from '../../../testing/receive-notifications.ts'
import { recordFacts } from '../../../testing/record-facts.ts'
import type { SyncOptions, SyncReport } from './sync-content.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let course: string
let session: string
let one: string
let two: string

const addCourse = () => workspace.addCourse({ name: 'Course', slug: 'master-course' })
const addSession = (parent: string, slug = 'session') => workspace.addSession(parent, { name: 'Session', slug, free: true })
const addTutorial = (parent: string, slug: string, words = `words of ${slug}`) =>
  workspace.addTutorial(parent, { name: slug, slug, blocks: [paragraphOf(words)] })

const startAcademy = syncedAcademies(async (original) => {
  workspace = original
  course = await addCourse()
  session = await addSession(course)
  return { course, session, one: await addTutorial(session, 'one'), two: await addTutorial(session, 'two') }
})
beforeEach(async () => {
  ;({ academy, workspace, course, session, one, two } = await startAcademy())
})
afterEach(() => workspace.stop())

const pathOf = (page_id: string) => `/blocks/${page_id.replaceAll('-', '')}`
const moveTo = (parent: string, ...ids: string[]) =>
  Promise.all(ids.map((id) => workspace.setProperties(id, { session: { relation: [{ id: parent }] } })))
const trash = async (...ids: string[]) => {
  for (const id of ids) await workspace.trash(id)
}

/** Runs one sync, which an admin confirms if it has to wait for that. */
async function syncConfirmed(options: Partial<SyncOptions> = {}): Promise<SyncReport> {
  const report = await academy.sync(options)
  return report.result === 'held' ? await academy.sync({ ...options, confirmed: report.confirmation_key ?? '' }) : report
}

async function get(url: string, user = {}) {
  await receiveNotifications(academy.app)
  return await academy.get(url, user)
}
const description = async (id: string) => (await get(`/api/tutorials/${id}/content`)).json().data?.description?.html
const sessions = async () =>
  (await academy.app.sql<{ public_id: string }[]>`select public_id from content_sessions order by 1`).map(({ public_id }) => public_id)

/** Records, at the end of each transaction that changes the mirror, the tutorials of the course. */
async function recordOutlines(): Promise<void> {
  const { owner } = academy
  await owner`create table outlines (id serial, tutorials text[])`
  await owner`
    create function record_outline() returns trigger language plpgsql security definer as $$
    begin
      insert into outlines (tutorials)
      select coalesce(array_agg(t.public_id order by t.public_id), '{}')
      from content_tutorials t
      join content_sessions s on s.notion_page_id = t.session_page_id
      join content_courses c on c.notion_page_id = s.course_page_id
      where c.public_id = 'master-course';
      return null;
    end $$`
  for (const table of ['content_courses', 'content_sessions', 'content_tutorials'])
    await owner`
      create constraint trigger record_outline after insert or update or delete on ${owner(table)}
      deferrable initially deferred for each row execute function record_outline()`
}
const recordedOutlines = async () =>
  (await academy.owner<{ tutorials: string[] }[]>`select distinct tutorials from outlines`).map(({ tutorials }) => tutorials)

/** Each replaces pages in Notion, and returns the slugs of the sessions afterwards. */
const replacements: [what: string, replace: () => Promise<string[]>][] = [
  [
    'a tutorial by its copy',
    async () => {
      await addTutorial(session, 'one', 'a copy')
      await trash(one)
      return ['session']
    },
  ],
  [
    'a session whose tutorials move to the new one',
    async () => {
      await moveTo(await addSession(course), one, two)
      await trash(session)
      return ['session']
    },
  ],
  [
    'a session by one with another slug',
    async () => {
      await moveTo(await addSession(course, 'other'), one, two)
      await trash(session)
      return ['other']
    },
  ],
  [
    'a session with its tutorials by copies and another slug',
    async () => {
      const copy = await addSession(course, 'other')
      for (const slug of ['one', 'two']) await addTutorial(copy, slug, 'a copy')
      await trash(one, two, session)
      return ['other']
    },
  ],
  [
    'a course whose sessions move to the new one',
    async () => {
      const other = await addSession(course, 'other')
      await moveTo(other, two)
      await syncConfirmed()
      const copy = await addCourse()
      for (const id of [session, other]) await workspace.setProperties(id, { course: { relation: [{ id: copy }] } })
      await trash(course)
      return ['other', 'session']
    },
  ],
  [
    'a course with all its pages by copies',
    async () => {
      const copy = await addSession(await addCourse())
      for (const slug of ['one', 'two']) await addTutorial(copy, slug, 'a copy')
      await trash(one, two, session, course)
      return ['session']
    },
  ],
]

test.each(replacements)('the course has all its tutorials at each moment of a sync that replaces %s', async (_, replace) => {
  const expected = await replace()
  await recordOutlines()
  expect(await syncConfirmed()).toMatchObject({ result: 'done', refused: 0 })
  expect(await recordedOutlines()).toEqual([['one', 'two']])
  expect(await sessions()).toEqual(expected)
  const [first, second] = await Promise.all([description('one'), description('two')])
  expect([first, second]).not.toContain(undefined)
  expect(await syncConfirmed()).toMatchObject({ result: 'done', fetched: 0, unpublished: 0 })
})

describe('a run that fails before the copy of a tutorial is published', () => {
  test('keeps the original, issues no certificate, and the next run replaces it', async () => {
    const { app, signIn } = academy
    const learner = { id: randomUUID() }
    const headers = await signIn(learner)
    const put = (url: string, payload: object) => app.inject({ method: 'PUT', url, headers, payload })
    await academy.get('/api/accounts/context', learner)
    await put('/api/accounts/profile', { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Entrepreneur' })
    await recordFacts(app.db, learner.id).purchase()
    const mark = async (tutorial: string) =>
      (await put(`/api/tutorials/${tutorial}/progress`, { at: new Date().toISOString(), done: true })).statusCode
    await receiveNotifications(academy.app)
    expect(await mark('two')).toBe(200)

    const copy = await addTutorial(session, 'one', 'a copy')
    await trash(one)
    await workspace.setFault({ kind: 'malformed', path: pathOf(copy) })
    expect(await academy.sync()).toMatchObject({ result: 'failed' })
    expect(await description('one')).toBe('<p>words of one</p>')
    expect((await get('/api/certificates', learner)).json()).toEqual([])

    await workspace.clearFaults()
    expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ result: 'done', published: 1, unpublished: 1 })
    expect(await description('one')).toBe('<p>a copy</p>')
    expect((await academy.app.sql`select from content_tutorials`).length).toBe(2)
    expect(await mark('one')).toBe(200)
    expect((await get('/api/certificates', learner)).json()).toHaveLength(1)
  })

  test('withdraws the pages that are not replaced', async () => {
    const copy = await addTutorial(session, 'one', 'a copy')
    await trash(one, two)
    await workspace.setFault({ kind: 'malformed', path: pathOf(copy) })
    expect(await syncConfirmed()).toMatchObject({ result: 'failed', unpublished: 1 })
    expect(await description('one')).toBe('<p>words of one</p>')
    expect((await get('/api/tutorials/two/content')).statusCode).toBe(404)
  })
})

test('a run that fails while tutorials move to a new session keeps them, and the next run completes the move', async () => {
  await moveTo(await addSession(course), one, two)
  await trash(session)
  await workspace.setFault({ kind: 'malformed', path: pathOf(two) })
  expect(await academy.sync()).toMatchObject({ result: 'failed' })
  expect(await description('one')).toBe('<p>words of one</p>')
  expect(await description('two')).toBe('<p>words of two</p>')
  expect(await sessions()).toEqual([session.replaceAll('-', ''), 'session'].sort())

  await workspace.clearFaults()
  expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ result: 'done', unpublished: 1 })
  expect(await description('two')).toBe('<p>words of two</p>')
  expect(await sessions()).toEqual(['session'])
})

test('withdraws a replaced tutorial whose copy is refused', async () => {
  await workspace.addTutorial(session, { name: 'Empty', slug: 'one', blocks: [] })
  await trash(one)
  expect(await academy.sync()).toMatchObject({ result: 'done', unpublished: 1, refusals: [{ rule: 'page_empty' }] })
  expect((await get('/api/tutorials/one/content')).statusCode).toBe(404)
})

test('withdraws a session at once if its tutorials are withdrawn with it', async () => {
  const other = await addSession(course, 'other')
  await addTutorial(other, 'three')
  await syncConfirmed()
  await trash(one, two, session)
  const added = await addTutorial(other, 'four')
  await workspace.setFault({ kind: 'malformed', path: pathOf(added) })
  expect(await syncConfirmed()).toMatchObject({ result: 'failed', unpublished: 3 })
  expect(await sessions()).toEqual(['other'])
})

test('a session that lost its slug to a page which is gone has it again after the next run', async () => {
  await publisher(academy.app.db).session('session', 'master-course', { notion_page_id: 'gone' })
  expect(await sessions()).toEqual([session.replaceAll('-', ''), 'session'].sort())
  expect(await academy.sync()).toMatchObject({ result: 'done', unpublished: 1 })
  expect(await sessions()).toEqual(['session'])
  expect((await get('/api/sessions/session')).json().data).toBeTruthy()
})
