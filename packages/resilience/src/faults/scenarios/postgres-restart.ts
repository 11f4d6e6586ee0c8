import { setTimeout as sleep } from 'node:timers/promises'
import { openGrantManager } from '@academy/api/manage-grants'
import { ask } from '../fixture/answer.ts'
import { Counts, repeatConcurrently } from '../fixture/counts.ts'
import { eventually } from '../fixture/eventually.ts'
import type { Scenario } from '../scenario.ts'

const promptOf = (turn: number) => ({ title: `Prompt ${turn}`, description: 'Saved under load.', content: 'Words.' })

export const postgresRestart: Scenario = {
  name: 'postgres-restart',
  what: 'Postgres is restarted under load, then killed in the middle of it',
  design: 'What was acknowledged is kept; meanwhile 503 with Retry-After; serves by itself within seconds, and hears of changes again',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const holder = await fixture.createUser(api, ['studio', 'master_course'])
    const late = await fixture.createUser(api)
    const reads = ['/api/accounts/context', '/api/prompts', '/api/sessions', '/api/library', '/api/accounts/context']
    const [reading, writing] = [new Counts(), new Counts()]
    const acknowledged: string[] = []
    const readers = repeatConcurrently(12, async (turn) => {
      reading.add(await ask(`${api.url}${reads[turn % reads.length]}`, { headers: holder.headers }))
    })
    const writers = repeatConcurrently(4, async (turn) => {
      const answer = writing.add(await ask(`${api.url}/api/prompts`, { method: 'POST', headers: holder.headers, body: promptOf(turn) }))
      if (answer.status === 201) acknowledged.push((JSON.parse(answer.body) as { id: string }).id)
    })
    const worksAgain = async () => {
      const answers = await Promise.all([...reads, '/api/ready'].map((path) => ask(`${api.url}${path}`, { headers: holder.headers })))
      return answers.every(({ status }) => status === 200)
    }
    const back = async (name: string) => {
      const seconds = await eventually(worksAgain, 20, 20)
      findings.tell(`serves again after ${name}, s`, seconds ?? 'never')
      findings.expect(seconds !== undefined && seconds < 5, `after ${name} it does not serve again within 5 s`)
    }
    try {
      await sleep(2_000)
      await fixture.server.stop()
      await sleep(1_500)
      await fixture.server.start()
      await back('a restart')
      await sleep(2_000)
      await fixture.server.crash()
      await sleep(500)
      await fixture.server.start()
      await back('a crash')
      await sleep(1_000)
    } finally {
      await Promise.all([readers.stop(), writers.stop()])
    }

    const kept = await fixture.sql<{ id: string }[]>`select id from prompts`
    const ids = new Set(kept.map(({ id }) => id))
    const lost = acknowledged.filter((id) => !ids.has(id))
    findings.tell('reads', String(reading))
    findings.tell('writes', String(writing))
    findings.tell('acknowledged writes lost', lost.length)
    findings.expect(acknowledged.length > 0 && lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged prompts are lost`)
    findings.expect(reading.problems === '', `reads: ${reading.problems}`)
    findings.expect(writing.problems === '', `writes: ${writing.problems}`)
    findings.expect(reading.of(503) > 0, 'no request failed: the restart interrupted nothing')

    // A grant after the restart must unlock at once, not only when the cached facts expire half a minute later.
    const isOpen = async () => (await ask(`${api.url}/api/library`, { headers: late.headers })).status === 200
    findings.expect(!(await isOpen()), 'the library is open for an account without the Studio')
    const manager = openGrantManager(fixture.databaseUrl)
    await manager.grant(late.id, { package: 'studio', reason: 'after the restart', by: 'faults', expires_at: null }).finally(manager.close)
    const heard = await eventually(isOpen, 20)
    findings.tell('a grant is heard of after, s', heard ?? 'never')
    findings.expect(heard !== undefined && heard < 3, 'signals of the database are not heard any more')
  },
}
