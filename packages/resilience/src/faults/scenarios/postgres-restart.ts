import { setTimeout as sleep } from 'node:timers/promises'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { eventually } from '../../eventually.ts'
import { sendRequest } from '../../send-request.ts'
import { grantPackages } from '../../users.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

const promptOf = (turn: number) => ({ title: `Prompt ${turn}`, description: 'Saved under load.', content: 'Words.' })

export const postgresRestart: FaultScenario = {
  name: 'postgres-restart',
  fault: 'Postgres is restarted under load, then crashes under load',
  expected:
    'Loses no acknowledged write; meanwhile 503 with Retry-After; recovers by itself within 5 s, including notifications of changes',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const holder = await fixture.createUser(api, ['studio', 'master_course'])
    const late = await fixture.createUser(api)
    const reads = ['/api/accounts/context', '/api/prompts', '/api/sessions', '/api/library', '/api/accounts/context']
    const [reading, writing] = [new Counts(), new Counts()]
    const acknowledged: string[] = []
    const readers = repeatConcurrently(12, async (turn) => {
      reading.add(await sendRequest(`${api.url}${reads[turn % reads.length]}`, { headers: holder.headers }))
    })
    const writers = repeatConcurrently(4, async (turn) => {
      const response = writing.add(
        await sendRequest(`${api.url}/api/prompts`, { method: 'POST', headers: holder.headers, body: promptOf(turn) }),
      )
      if (response.status === 201) acknowledged.push((JSON.parse(response.body) as { id: string }).id)
    })
    const hasRecovered = async () => {
      const responses = await Promise.all(
        [...reads, '/api/ready'].map((path) => sendRequest(`${api.url}${path}`, { headers: holder.headers })),
      )
      return responses.every(({ status }) => status === 200)
    }
    const expectRecovery = async (event: string) => {
      const seconds = await eventually(hasRecovered, 20, 20)
      findings.record(`recovers after ${event}, s`, seconds ?? 'never')
      findings.expect(seconds !== undefined && seconds < 5, `after ${event} the API does not recover within 5 s`)
    }
    try {
      await sleep(2_000)
      await fixture.server.stop()
      await sleep(1_500)
      await fixture.server.start()
      await expectRecovery('a restart')
      await sleep(2_000)
      await fixture.server.crash()
      await sleep(500)
      await fixture.server.start()
      await expectRecovery('a crash')
      await sleep(1_000)
    } finally {
      await Promise.all([readers.stop(), writers.stop()])
    }

    const stored = await fixture.sql<{ id: string }[]>`select id from prompts`
    const ids = new Set(stored.map(({ id }) => id))
    const lost = acknowledged.filter((id) => !ids.has(id))
    findings.record('reads', String(reading))
    findings.record('writes', String(writing))
    findings.record('acknowledged writes lost', lost.length)
    findings.expect(acknowledged.length > 0 && lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged prompts are lost`)
    findings.expect(reading.problems === '', `reads: ${reading.problems}`)
    findings.expect(writing.problems === '', `writes: ${writing.problems}`)
    findings.expect(reading.of(503) > 0, 'no request failed: the restart interrupted nothing')

    // a grant after the restart must unlock at once, not only when the cached facts expire half a minute later
    const isOpen = async () => (await sendRequest(`${api.url}/api/library`, { headers: late.headers })).status === 200
    findings.expect(!(await isOpen()), 'the library is open for an account without the Studio')
    await grantPackages(fixture.databaseUrl, late.id, ['studio'])
    const unlocked = await eventually(isOpen, 20)
    findings.record('a grant unlocks after, s', unlocked ?? 'never')
    findings.expect(unlocked !== undefined && unlocked < 3, 'the API no longer receives notifications from the database')
  },
}
