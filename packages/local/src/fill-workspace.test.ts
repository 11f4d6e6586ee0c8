import { migrate } from '@academy/api/migrate'
import { NOTION_VERSION } from '@academy/api/notion-version'
import { digestPrompt } from '@academy/api/prompt-texts'
import { contentFolder, loadLibraryPrompts, loadSampleContent } from '@academy/sample-content'
import { callControl, type Standins, startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillWorkspace } from './fill-workspace.ts'

let standins: Standins
let databaseUrl = ''
let sql: Sql
beforeAll(async () => {
  databaseUrl = await newTestDatabase('academy')
  await migrate(databaseUrl)
  standins = await startStandins({ databaseUrl: await newTestDatabase('standins'), siteUrl: 'http://localhost:3000' })
  sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
})
afterAll(async () => {
  await sql.end()
  await standins.stop()
})

const sample = loadSampleContent()
const { course, furtherCourses } = sample
const prompts = new Map(loadLibraryPrompts(contentFolder).map(({ slug, template }) => [slug, template]))
const ANSWER = 'an answer that stays beside the content'

/** Returns the file of tries that `prompts:try` writes for a prompt. */
const triesOf = (slug: string) => {
  const answers = [{ passed: true, text: ANSWER }]
  const claim = {
    tool: 'Fake',
    version: '1',
    day: '2026-11-02',
    runs: 1,
    passed: 1,
    baseline: 1,
    digest: digestPrompt(prompts.get(slug) ?? ''),
  }
  return JSON.stringify({ ...claim, asked: '', answers: { prompt: answers, baseline: answers } })
}
const library = sample.library.map((item) => ({ ...item, tries: triesOf(item.slug) }))
const fill = (items = library) => fillWorkspace({ standins, databaseUrl, webUrl: 'http://localhost:3000' }, { ...sample, library: items })
const sessions = [course, ...furtherCourses].flatMap((each) => each.sessions)
const slugs = async (table: string) =>
  (await sql`select public_id from ${sql(table)} order by 1`).map(({ public_id }) => public_id as string)

test('EDITION-13 the academy starts with the whole content in its mirror, code byte by byte, without the rate limit of Notion', async () => {
  await fill()
  const tutorials = sessions.flatMap((session) => session.tutorials.map(({ slug }) => slug))
  expect(await slugs('content_tutorials')).toEqual(tutorials.toSorted())
  expect(await slugs('content_resources')).toEqual(library.map(({ slug }) => slug).toSorted())
  expect(await slugs('content_courses')).toEqual([course.slug])
  const checkpoints = await sql`select public_id, position, checkpoint, warnings from content_sessions`
  expect(new Map(checkpoints.map(({ public_id, position, warnings }) => [public_id, [position, warnings]]))).toEqual(
    new Map(sessions.map(({ slug, order }) => [slug, [order, []]])),
  )
  expect(new Map(checkpoints.map(({ public_id, checkpoint }) => [public_id, checkpoint?.files ?? null]))).toEqual(
    new Map(sessions.map(({ slug, checkpoint }) => [slug, checkpoint?.files ?? null])),
  )
  expect(await sql`select result, refused from content_sync_runs`).toEqual([{ result: 'done', refused: 0 }])
  const { total, rate_limited } = await callControl<Record<string, number>>(standins.notionBaseUrl, 'GET', '/control/requests')
  expect(total).toBeGreaterThan(50)
  expect(rate_limited).toBe(0)
})

test('EDITION-31 further courses wait as drafts in the local academy', async () => {
  const drafts = await sql`select title from content_drafts order by title`
  expect(drafts.map(({ title }) => title)).toEqual(furtherCourses.map(({ name }) => name).toSorted())
})

test('a second start changes nothing, and Notion’s rate limit applies again afterwards', async () => {
  await fill()
  expect((await slugs('content_resources')).length).toBe(library.length)
  // not even pages that were written shortly before the first sync
  expect(await sql`select result, fetched from content_sync_runs order by started_at desc limit 1`).toEqual([
    { result: 'done', fetched: 0 },
  ])
  const headers = { authorization: `Bearer ${standins.notionToken}`, 'notion-version': NOTION_VERSION }
  const requestStatus = async () => (await fetch(`${standins.notionBaseUrl}/v1/users/me`, { headers })).status
  expect(await Promise.all(Array.from({ length: 20 }, requestStatus))).toContain(429)
})

test('PROOF-05 every prompt is found as it was tried after push and sync; a changed one loses its result, and answers stay behind', async () => {
  const resources = () => sql`select public_id, tries, warnings from content_resources order by public_id`
  for (const { public_id, tries, warnings } of await resources()) expect([public_id, tries?.passed, warnings]).toEqual([public_id, 1, []])
  expect(JSON.stringify(await sql`select * from content_resources`)).not.toContain(ANSWER)

  const [first] = library
  const prompt = prompts.get(first?.slug ?? '') ?? ''
  await callControl(standins.url, 'POST', '/control/clock', { service: 'notion', advance_seconds: 120 })
  await fill(library.map((item) => (item === first ? { ...item, body: item.body.replace(prompt, `${prompt} Be brief.`) } : item)))
  const changed = (await resources()).filter(({ tries }) => tries === null)
  expect(changed).toEqual([{ public_id: first?.slug, tries: null, warnings: [expect.objectContaining({ rule: 'tries_outdated' })] }])
})
