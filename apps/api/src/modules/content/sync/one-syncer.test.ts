import { callControl } from '@academy/standins'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { paragraphOf } from '../../../testing/notion-workspace.ts'
import { syncMetrics } from './sync-metrics.ts'

/** Far longer than anything here takes on a busy machine: whatever ends before did not wait for the answer. */
const A_SLOW_ANSWER_MS = 120_000

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let session: string

beforeEach(async () => {
  academy = await startMirroredAcademy()
  workspace = academy.workspace
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  session = await workspace.addSession(course, { name: 'Session', slug: 'session', order: 1, free: true })
  await workspace.addTutorial(session, { name: 'One', slug: 'one', order: 1, blocks: [paragraphOf('first words')] })
  await workspace.addTutorial(session, { name: 'Two', slug: 'two', order: 2, blocks: [paragraphOf('second words')] })
})
afterEach(() => workspace.stop())

const requests = async () => (await callControl<{ total: number }>(workspace.standins.notionBaseUrl, 'GET', '/control/requests')).total
const runs = () => academy.app.sql`select * from content_sync_runs order by started_at`

describe('one syncer across instances', () => {
  test('of two at once one runs, the other says so', async () => {
    await workspace.setFault({ kind: 'slow', delay_ms: A_SLOW_ANSWER_MS, times: 1 })
    const results: string[] = []
    const syncs = Promise.all([1, 2, 3].map(async () => results.push((await academy.sync()).result)))
    await expect.poll(() => results).toEqual(['busy', 'busy'])
    await workspace.clearFaults()
    await syncs
    expect(results).toEqual(['busy', 'busy', 'done'])
    expect(await runs()).toHaveLength(1)
  })

  test('a mirror that another instance just brought up to date is left in peace', async () => {
    expect(await academy.sync({ unlessYoungerThan: 60 })).toMatchObject({ result: 'done' })
    expect(await academy.sync({ unlessYoungerThan: 60 })).toMatchObject({ result: 'fresh', requests: 0 })
  })

  test('an instance counts the refused pages that another instance found', async () => {
    const page = await workspace.addTutorial(session, { name: 'Three', slug: 'one', order: 3 })
    const registry = new Registry()
    const metrics = syncMetrics(registry)
    const refused = async () => (await registry.getSingleMetric('content_pages_refused')?.get())?.values[0]?.value
    metrics.count(await academy.sync())
    const before = await refused()
    expect(before).toBeGreaterThan(0)
    await workspace.advanceClock(120)
    await workspace.setProperties(page, { Slug: { rich_text: [{ text: { content: 'three' } }] } })
    expect(await academy.sync()).toMatchObject({ result: 'done', totalRefused: 0 })
    metrics.count(await academy.sync({ unlessYoungerThan: 60 }))
    expect(await refused()).toBe(0)
  })

  test('a run that loses the lock stops publishing, and the next run starts over', async () => {
    await workspace.setFault({ kind: 'slow', delay_ms: A_SLOW_ANSWER_MS })
    const requestsBefore = await requests()
    const running = academy.sync()
    // Then it waits for Notion, and all that is lost is the lock.
    await expect.poll(requests).toBeGreaterThan(requestsBefore)
    await academy.app.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'academy-content-sync' and datname = current_database()`
    expect(await running).toMatchObject({ result: 'failed', published: 0 })
    await workspace.clearFaults()
    expect(await academy.sync()).toMatchObject({ result: 'done', published: 4 })
  })

  test('a run that its process did not survive is set to interrupted by the next one', async () => {
    await academy.app.sql`insert into content_sync_runs (started_at) values (now() - interval '1 minute')`
    await academy.sync()
    expect(await runs()).toMatchObject([{ result: 'interrupted', error: 'The process ended before the run did.' }, { result: 'done' }])
  })

  test('a run can be ended early', async () => {
    const closing = new AbortController()
    await workspace.setFault({ kind: 'slow', delay_ms: A_SLOW_ANSWER_MS })
    const requestsBefore = await requests()
    const running = academy.sync({ signal: closing.signal })
    await expect.poll(requests).toBeGreaterThan(requestsBefore)
    const started = performance.now()
    closing.abort()
    expect(await running).toMatchObject({ result: 'failed', error: 'The run was ended early.' })
    expect(performance.now() - started).toBeLessThan(A_SLOW_ANSWER_MS)
  })
})
