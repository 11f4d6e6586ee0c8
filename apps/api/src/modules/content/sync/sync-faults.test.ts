import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { callControl } from '@academy/standins'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { openNotion } from '../../../plugins/notion/notion.ts'
import { type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { paragraphOf } from '../../../testing/notion-workspace.ts'

const TUTORIALS = 200

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let session: string
let tutorials: string[]
/** How much later it is in Notion. */
let aheadMs = 0

beforeAll(async () => {
  academy = await startMirroredAcademy({ RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' })
  workspace = academy.workspace
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  session = await workspace.addSession(course, { name: 'Session', slug: 'session', free: true })
  const add = (_: unknown, i: number) =>
    workspace.addTutorial(session, { name: `Tutorial ${i}`, slug: `t-${i}`, order: i, blocks: [paragraphOf(`words ${i}`)] })
  tutorials = await Promise.all(Array.from({ length: TUTORIALS }, add))
})
afterAll(() => workspace.stop())
beforeEach(() => workspace.clearFaults())

const idOf = (i: number): string => tutorials[i] ?? ''
/** More blocks than one response of Notion contains. */
const SECOND_ANSWER = 'start_cursor='
const lines = (count: number, text: string) => Array.from({ length: count }, (_, i) => paragraphOf(`${text} ${i}`))
const descriptionOf = async (i: number) => (await academy.get(`/api/tutorials/t-${i}/content`)).json().data?.description?.html
const shown = async (): Promise<number> => (await academy.app.sql`select 1 from content_tutorials`).length
/** An hour goes by, in Notion and here, so that no edit is of the minute in which its page was copied. */
async function letTimePass(): Promise<void> {
  await workspace.advanceClock(3600)
  aheadMs += 3_600_000
  await academy.app.sql`update content_sync_runs set started_at = started_at + interval '1 hour'`
}

test('continues the first sync after the API was killed during it', async () => {
  const { app, config } = academy
  // One page is not read before the kill, however late that comes.
  await workspace.setFault({ kind: 'slow', delay_ms: 120_000, path: `/blocks/${idOf(TUTORIALS - 1).replaceAll('-', '')}` })
  const env = {
    ...workspace.env,
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: '0',
    DATABASE_URL: config.databaseUrl,
    WEB_ORIGIN: config.webOrigin,
    SUPABASE_URL: config.auth.url,
    SUPABASE_SERVICE_ROLE_KEY: config.auth.serviceRoleKey,
    LOG_LEVEL: 'silent',
  }
  const startApi = () => {
    const api = spawn(process.execPath, ['src/server.ts'], { env, stdio: 'ignore' })
    onTestFinished(() => void api.kill('SIGKILL'))
    return api
  }
  const runs = () => app.sql`select result, published from content_sync_runs order by started_at`

  const killed = startApi()
  await expect.poll(shown, { interval: 10 }).toBeGreaterThan(5)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await workspace.clearFaults()
  const before = await shown()
  expect(before).toBeLessThan(TUTORIALS)
  const [one] = await app.sql`select public_id from content_tutorials limit 1`
  const i = Number(one?.public_id.slice(2))
  expect(await descriptionOf(i), 'what is shown is whole').toBe(`<p>words ${i}</p>`)
  expect(await runs()).toMatchObject([{ result: 'running' }])
  // The lock ended with the process: nothing needs cleaning up.
  const restarted = startApi()
  await expect.poll(runs).toMatchObject([{ result: 'interrupted' }, { result: 'done' }])
  expect(await shown()).toBe(TUTORIALS)
  restarted.kill('SIGTERM')
  await once(restarted, 'exit')
})

test('SYNC-10 an unchanged sync of 200 tutorials takes at most ten requests, counted by Notion', async () => {
  await academy.sync()
  await letTimePass()
  await workspace.append(idOf(0), paragraphOf('more'))
  expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ result: 'done', published: 1 })
  const requests = (method: string) => callControl<{ total: number }>(workspace.standins.notionBaseUrl, method, '/control/requests')
  await requests('DELETE')
  expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ result: 'done', fetched: 0 })
  const { total } = await requests('GET')
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThanOrEqual(10)
})

test('serves learners while Notion is down and a run fails', async () => {
  await academy.sync()
  await workspace.setFault({ kind: 'down' })
  const headers = await academy.signIn()
  const responses = new Map<string, number>()
  const ask = async (i: number): Promise<void> => {
    const url = ['/api/sessions', '/api/courses/master-course', `/api/tutorials/t-${i % TUTORIALS}/content`][i % 3] ?? ''
    const { statusCode, body } = await academy.app.inject({ url, headers })
    const response = statusCode === 200 ? 'served' : `${statusCode} ${url} ${body}`
    responses.set(response, (responses.get(response) ?? 0) + 1)
  }
  const failing = academy.sync()
  let next = 0
  const learner = async (): Promise<void> => {
    while (next < 1_000) await ask(next++)
  }
  await Promise.all(Array.from({ length: 10 }, learner))
  expect(await failing).toMatchObject({ result: 'failed', unpublished: 0 })
  expect([...responses]).toEqual([['served', 1_000]])
})

test('ends a run with many refused requests, serves learners, and publishes the edit in the next run', async () => {
  await academy.sync()
  await letTimePass()
  await workspace.append(idOf(1), paragraphOf('in the storm'))
  await workspace.setFault({ kind: 'rate_limited', retry_after: 1 })
  const storm = academy.sync()
  expect(await descriptionOf(1)).toBe('<p>words 1</p>')
  expect(await storm).toMatchObject({ result: 'failed', published: 0, unpublished: 0 })
  expect(await shown()).toBe(TUTORIALS)
  await workspace.clearFaults()
  expect(await academy.sync()).toMatchObject({ result: 'done', published: 1 })
  await expect.poll(() => descriptionOf(1)).toContain('in the storm')
})

test('keeps the last good version of a page that Notion did not return completely, and publishes the new one in the next run', async () => {
  await academy.sync()
  await letTimePass()
  await workspace.append(idOf(2), ...lines(90, 'line'))
  await workspace.append(idOf(2), ...lines(90, 'further line'))
  const { notion: config } = readConfig({
    ...workspace.env,
    DATABASE_URL: academy.config.databaseUrl,
    WEB_ORIGIN: academy.config.webOrigin,
    SUPABASE_URL: academy.config.auth.url,
    SUPABASE_SERVICE_ROLE_KEY: academy.config.auth.serviceRoleKey,
  })
  if (!config) throw new Error('the workspace has no URL')
  const impatient = openNotion(config, academy.app.log, 3_000)
  onTestFinished(() => impatient.close())
  // The blocks come in two responses; the second never arrives.
  await workspace.setFault({ kind: 'slow', delay_ms: 120_000, path: SECOND_ANSWER })
  const report = await academy.sync({ notion: impatient })
  expect(report).toMatchObject({ result: 'failed', published: 0, unpublished: 0, fetched: 1 })
  expect(await descriptionOf(2)).toBe('<p>words 2</p>')
  await workspace.clearFaults()
  expect(await academy.sync()).toMatchObject({ result: 'done', published: 1 })
  await expect.poll(() => descriptionOf(2)).toContain('further line 89')
})

test('a page that was edited between its two responses is complete after the next run', async () => {
  await academy.sync()
  await letTimePass()
  await workspace.append(idOf(3), ...lines(99, 'line'))
  await workspace.append(idOf(3), ...lines(20, 'further line'))
  await workspace.setFault({ kind: 'slow', delay_ms: 120_000, path: SECOND_ANSWER, times: 1 })
  const now = () => new Date(Date.now() + aheadMs)
  const running = academy.sync({ now })
  await expect.poll(workspace.faults).toEqual([])
  await workspace.append(idOf(3), paragraphOf('edited meanwhile'))
  await workspace.clearFaults()
  expect(await running).toMatchObject({ result: 'done', refused: 0 })
  await academy.sync({ now })
  await expect.poll(() => descriptionOf(3)).toContain('edited meanwhile')
  const html: string = await descriptionOf(3)
  expect(html.match(/<p>/g)).toHaveLength(121)
})
