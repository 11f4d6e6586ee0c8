import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { type NotionWorkspace, paragraphOf, startNotionWorkspace } from '../../../testing/notion-workspace.ts'

let workspace: NotionWorkspace
let tutorial: string

beforeEach(async () => {
  workspace = await startNotionWorkspace()
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const session = await workspace.addSession(course, { name: 'Session', slug: 'session', free: true })
  tutorial = await workspace.addTutorial(session, { name: 'One', slug: 'one', blocks: [paragraphOf('first words')] })
})
afterEach(() => workspace.stop())

const buildApp = (env: Record<string, string> = {}) => buildTestApp({ env: { ...workspace.env, LOG_LEVEL: 'info', ...env } })
type App = Awaited<ReturnType<typeof buildApp>>

const words = async ({ app, signIn }: App) => {
  const response = await app.inject({ url: '/api/tutorials/one/content', headers: await signIn() })
  return response.json().data?.description?.html
}
const metric = async ({ app }: App, name: string, labels = '') => {
  const line = (await app.metrics.metrics()).split('\n').find((text) => text.startsWith(`${name}${labels} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('fills an empty mirror at the start, and counts and logs the run', async () => {
  const academy = await buildApp()
  await expect.poll(() => words(academy)).toBe('<p>first words</p>')
  await expect.poll(() => metric(academy, 'content_sync_runs_total', '{result="done"}')).toBe(1)
  expect(await metric(academy, 'content_pages_total', '{what="published"}')).toBe(3)
  expect(await metric(academy, 'content_pages_refused')).toBe(0)
  expect(await metric(academy, 'content_sync_requests_total')).toBeGreaterThan(7)
  expect(await metric(academy, 'content_sync_last_done_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 60)
  expect(academy.logs.join('')).toContain('content sync done')
})

test('syncs at intervals', async () => {
  const academy = await buildApp({ CONTENT_SYNC_SECONDS: '1' })
  await expect.poll(() => words(academy)).toBe('<p>first words</p>')
  await workspace.append(tutorial, paragraphOf('more words'))
  await expect.poll(() => words(academy)).toBe('<p>first words</p><p>more words</p>')
})

test('does not sync a recent mirror at the start', async () => {
  const academy = await buildApp()
  await expect.poll(() => metric(academy, 'content_sync_runs_total', '{result="done"}')).toBe(1)
  const again = await buildApp({ DATABASE_URL: academy.config.databaseUrl })
  expect(await words(again)).toBe('<p>first words</p>')
  // The start is over when the next sync is scheduled.
  const secondsToNextRun = async () => ((await metric(again, 'content_sync_next_timestamp_seconds')) ?? 0) - Date.now() / 1000
  await expect.poll(secondsToNextRun).toBeGreaterThan(60)
  expect(await again.app.sql`select from content_sync_runs`).toHaveLength(1)
})

test('a started process reports when the mirror was last synced, so that no alert takes it for stale', async () => {
  const academy = await buildApp()
  await expect.poll(() => metric(academy, 'content_sync_runs_total', '{result="done"}')).toBe(1)
  await academy.app.sql`update content_sync_runs set finished_at = finished_at - interval '1 hour'`
  const again = await buildApp({ DATABASE_URL: academy.config.databaseUrl, CONTENT_SYNC_SECONDS: '86400' })
  const hoursSinceSync = async () => (Date.now() / 1000 - ((await metric(again, 'content_sync_last_done_timestamp_seconds')) ?? 0)) / 3600
  await expect.poll(hoursSinceSync).toBeLessThan(2)
  expect(await hoursSinceSync()).toBeGreaterThanOrEqual(1)
})

test('serves, counts and logs a failure if Notion is down at the start', async () => {
  await workspace.setFault({ kind: 'down' })
  const academy = await buildApp()
  await expect.poll(() => metric(academy, 'content_sync_runs_total', '{result="failed"}')).toBe(1)
  expect((await academy.app.inject('/api/health')).statusCode).toBe(200)
  expect((await academy.app.inject({ url: '/api/sessions', headers: await academy.signIn() })).json()).toEqual({
    success: true,
    message: null,
    data: [],
  })
  expect(academy.logs.join('')).toContain('content sync ended early')
  expect(academy.logs.join('')).not.toContain(workspace.env.NOTION_TOKEN)
})

test('logs an outage of the database without crashing', async () => {
  const academy = await buildApp({ DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' })
  await expect.poll(() => academy.logs.join('')).toContain('failed to read the age of the mirror')
  expect((await academy.app.inject('/api/health')).statusCode).toBe(200)
})

test('closing stops a running sync at once without an error', async () => {
  const slowAnswerMs = 120_000
  await workspace.setFault({ kind: 'slow', delay_ms: slowAnswerMs })
  const academy = await buildApp()
  const running = () => academy.app.sql`select 1 from content_sync_runs where result = 'running'`
  await expect.poll(running).toHaveLength(1)
  const started = performance.now()
  await academy.app.close()
  expect(performance.now() - started).toBeLessThan(slowAnswerMs)
  expect(academy.logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('keeps the content without a workspace', async () => {
  const academy = await buildTestApp()
  expect(academy.app.notion).toBeUndefined()
  expect((await academy.app.inject({ url: '/api/sessions', headers: await academy.signIn() })).json().data).toEqual([])
})
