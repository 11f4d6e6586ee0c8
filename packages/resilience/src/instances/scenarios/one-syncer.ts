import { formatSeconds, type Scenario, until } from '../scenario.ts'

type Run = { result: string; started_at: Date; finished_at: Date | null }

/** Only one instance syncs with Notion at a time; when it is killed during a sync, the other one takes over. */
export const oneSyncer: Scenario = {
  name: 'only one instance syncs content, and the other takes over',
  run: async ({ instances: [a, b], sql, standins }, report) => {
    const runs = () => sql<Run[]>`select result, started_at, finished_at from content_sync_runs order by started_at`
    const before = (await runs()).length
    await until(async () => (await runs()).length >= before + 3, 30)
    const all = await runs()
    const overlapping = all.filter((run, index) => {
      const previous = all[index - 1]
      return previous?.finished_at !== undefined && (previous.finished_at === null || previous.finished_at > run.started_at)
    })
    report.record(`${all.length - before} scheduled runs, ${overlapping.length} of them overlap another`)
    report.expect(overlapping.length === 0, `${overlapping.length} runs overlap another`)

    const fault = (body: object) =>
      fetch(`${standins.url}/control/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    // A begins a long sync while B is down; B starts again before its end
    await b.kill()
    await fault({ service: 'notion', kind: 'slow', delay_ms: 20_000 })
    const isRunning = async () => (await runs()).at(-1)?.result === 'running'
    report.expect((await until(isRunning, 30)) < 30, 'the remaining instance did not sync')
    await b.start()
    await a.kill()
    await fetch(`${standins.url}/control/faults`, { method: 'DELETE' })
    const [killed] = await sql<[{ at: Date }]>`select now() as at`
    const isDone = async () => (await runs()).some(({ result, started_at }) => result === 'done' && started_at > killed.at)
    const took = await until(isDone, 60)
    report.record(
      `the syncing instance was killed (SIGKILL): the other one finished a sync ${formatSeconds(took)} later (one starts every 2 s)`,
    )
    report.expect(took < 60, 'no instance took over')
    const after = await runs()
    report.expect(
      !after.some(({ result }, index) => result === 'running' && index < after.length - 1),
      'the killed run still counts as running',
    )
    await a.start()
  },
}
