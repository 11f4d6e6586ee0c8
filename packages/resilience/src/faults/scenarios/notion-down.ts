import { setTimeout as sleep } from 'node:timers/promises'
import { createNotionClient } from '@academy/local'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { eventually } from '../../eventually.ts'
import { sendRequest } from '../../send-request.ts'
import { ADMIN } from '../../users.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

const HOURS = 6

type State = { data: { last_success_at: string; runs: { status: string; error: string | null; started_at: string }[] } }

export const notionDown: FaultScenario = {
  name: 'notion-down',
  fault: `Notion is down for ${HOURS} hours (simulated: the stand-in's clock and the recorded syncs are moved), then slow, then refuses with 429`,
  expected: 'Learners keep reading; the status shows the time of the last sync; the next sync publishes what was edited meanwhile',
  run: async (fixture, findings) => {
    const api = await fixture.start({ CONTENT_SYNC_SECONDS: '2' })
    const admin = await fixture.createUser(api, [], ADMIN)
    const learner = await fixture.createUser(api, ['master_course', 'studio'])
    const state = async (): Promise<State['data']> =>
      (JSON.parse((await sendRequest(`${api.url}/api/admin/content`, { headers: admin.headers })).body) as State).data
    const [tutorial] = await fixture.sql<
      { notion_page_id: string; public_id: string }[]
    >`select notion_page_id, public_id from content_tutorials`
    const content = async () =>
      (await sendRequest(`${api.url}/api/tutorials/${tutorial?.public_id}/content`, { headers: learner.headers })).body
    await eventually(async () => (await state()).runs[0]?.status === 'succeeded', 30, 100)

    const reading = new Counts()
    const paths = ['/api/sessions', '/api/library', `/api/tutorials/${tutorial?.public_id}/content`, '/api/courses/master-course']
    const readers = repeatConcurrently(8, async (turn) => {
      reading.add(await sendRequest(`${api.url}${paths[turn % paths.length]}`, { headers: learner.headers }))
    })
    try {
      await fixture.control('PUT', '/control/faults', { service: 'notion', kind: 'down' })
      await eventually(async () => (await state()).runs[0]?.status === 'failed', 40, 100)
      await fixture.control('POST', '/control/clock', { service: 'notion', advance_seconds: HOURS * 3600 })
      // moves all times in the database back by the same hours
      await fixture.sql`update content_sync_runs set started_at = started_at - make_interval(hours => ${HOURS}),
        finished_at = finished_at - make_interval(hours => ${HOURS})`
      await sleep(1_000)
      const { last_success_at, runs } = await state()
      const age = (Date.now() - Date.parse(last_success_at)) / 3_600_000
      findings.record('age of the content in the status, h', age)
      findings.record('error in the status', runs.find(({ status }) => status === 'failed')?.error ?? 'none')
      findings.expect(age > HOURS - 0.1 && age < HOURS + 0.5, `the status shows an age of ${age} h`)
      const metrics = (await sendRequest(`${api.url}/metrics`)).body
      findings.record('failed runs in /metrics', /^content_sync_runs_total\{result="failed"\} (\S+)$/m.exec(metrics)?.[1] ?? 'missing')
      const hasLastRun = /^content_sync_last_done_timestamp_seconds \S+$/m.test(metrics)
      findings.record('last successful run in /metrics', hasLastRun ? 'present' : 'missing')

      // Notion recovers in steps, while it is slow and rate limited
      for (const fault of [
        { kind: 'slow', delay_ms: 1_000 },
        { kind: 'rate_limited', retry_after: 1 },
      ]) {
        await fixture.control('PUT', '/control/faults', { service: 'notion', ...fault })
        await sleep(2_000)
      }
      await fixture.control('DELETE', '/control/faults?service=notion')
      const notion = createNotionClient(fixture.standins)
      await notion.blocks.children.append({
        block_id: tutorial?.notion_page_id ?? '',
        children: [{ paragraph: { rich_text: [{ text: { content: 'Written after the outage.' } }] } }],
      })
      const seconds = await eventually(async () => (await content()).includes('Written after the outage.'), 60, 100)
      findings.record('shows an edit after the outage within, s', seconds ?? 'never')
      findings.expect(seconds !== undefined, 'the sync does not catch up')
      // the page is visible at once, but the run is recorded only at its end
      const ageSeconds = async () => (Date.now() - Date.parse((await state()).last_success_at)) / 1000
      const recorded = await eventually(async () => (await ageSeconds()) < 60, 20, 100)
      findings.expect(recorded !== undefined, `after catching up the status shows an age of ${await ageSeconds()} s`)
    } finally {
      await readers.stop()
    }
    findings.record('learners meanwhile', String(reading))
    findings.expect(reading.of(200) === reading.total, `learners: ${reading} ${reading.problems}`)
  },
}
