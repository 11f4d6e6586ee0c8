import { inSeconds, type Scenario, until } from '../scenario.ts'

type Run = { result: string; started_at: Date; finished_at: Date | null }

/** Of all instances one reads Notion at a time; another goes on when it is killed in the middle of it. */
export const oneSyncer: Scenario = {
  name: 'one reads Notion, and another takes over',
  run: async ({ instances: [a, b], sql, standins }, report) => {
    const runs = () => sql<Run[]>`select result, started_at, finished_at from content_sync_runs order by started_at`
    const before = (await runs()).length
    await until(async () => (await runs()).length >= before + 3, 30)
    const all = await runs()
    const together = all.filter((run, index) => {
      const last = all[index - 1]
      return last?.finished_at !== undefined && (last.finished_at === null || last.finished_at > run.started_at)
    })
    report.tell(`${all.length - before} runs by the clock of both, ${together.length} at the same time as another`)
    report.expect(together.length === 0, `${together.length} runs went on beside another`)

    const fault = (body: object) =>
      fetch(`${standins.url}/control/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    // A alone begins a run that takes long; B is there again before it is over.
    await b.kill()
    await fault({ service: 'notion', kind: 'slow', delay_ms: 20_000 })
    const isRunning = async () => (await runs()).at(-1)?.result === 'running'
    report.expect((await until(isRunning, 30)) < 30, 'the instance that was left did not read Notion')
    await b.start()
    await a.kill()
    await fetch(`${standins.url}/control/faults`, { method: 'DELETE' })
    const [killed] = await sql<[{ at: Date }]>`select now() as at`
    const isDone = async () => (await runs()).some(({ result, started_at }) => result === 'done' && started_at > killed.at)
    const took = await until(isDone, 60)
    report.tell(`the one that read was killed (-9): the other had read everything ${inSeconds(took)} later (it looks every 2 s)`)
    report.expect(took < 60, 'no instance took over')
    const left = await runs()
    report.expect(
      !left.some(({ result }, index) => result === 'running' && index < left.length - 1),
      'the killed run still counts as running',
    )
    await a.start()
  },
}
