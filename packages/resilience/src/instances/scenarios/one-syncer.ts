import { callControl } from '@academy/standins'
import { until } from '../../eventually.ts'
import type { InstancesScenario } from '../two-instances.ts'

type Run = { result: string; started_at: Date; finished_at: Date | null }

/** Only one instance syncs with Notion at a time; when it is killed during a sync, the other one takes over. */
export const oneSyncer: InstancesScenario = {
  name: 'only one instance syncs content, and the other takes over',
  run: async ({ instances: [a, b], sql, standins }, findings) => {
    const runs = () => sql<Run[]>`select result, started_at, finished_at from content_sync_runs order by started_at`
    const before = (await runs()).length
    await until(async () => (await runs()).length >= before + 3, 30)
    const all = await runs()
    const overlapping = all.filter((run, index) => {
      const previous = all[index - 1]
      return previous?.finished_at !== undefined && (previous.finished_at === null || previous.finished_at > run.started_at)
    })
    findings.record('scheduled runs', all.length - before)
    findings.record('runs that overlap another', overlapping.length)
    findings.expect(overlapping.length === 0, `${overlapping.length} runs overlap another`)

    // A begins a long sync while B is down; B starts again before its end
    await b.kill()
    await callControl(standins.url, 'PUT', '/control/faults', { service: 'notion', kind: 'slow', delay_ms: 20_000 })
    const isRunning = async () => (await runs()).at(-1)?.result === 'running'
    findings.expect((await until(isRunning, 30)) < 30, 'the remaining instance did not sync')
    await b.start()
    await a.kill()
    await callControl(standins.url, 'DELETE', '/control/faults')
    const [killed] = await sql<[{ at: Date }]>`select now() as at`
    const isDone = async () => (await runs()).some(({ result, started_at }) => result === 'done' && started_at > killed.at)
    const took = await until(isDone, 60)
    findings.record('after the syncing instance was killed, the other one finished a sync within, s (one starts every 2 s)', took)
    findings.expect(took < 60, 'no instance took over')
    const after = await runs()
    findings.expect(
      !after.some(({ result }, index) => result === 'running' && index < after.length - 1),
      'the killed run still counts as running',
    )
    await a.start()
  },
}
