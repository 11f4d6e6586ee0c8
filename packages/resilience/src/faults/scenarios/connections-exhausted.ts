import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { eventually } from '../../eventually.ts'
import type { Findings } from '../../scenario.ts'
import { sendRequest } from '../../send-request.ts'
import { createUserWithToken } from '../../users.ts'
import type { FaultScenario, Fixture } from '../fixture/fixture.ts'

/** How long the tables stay locked, in seconds. */
const LOCKED_S = 12
const REQUEST_TIMEOUT_S = 3

/** Locks tables until the statements of many requests use up the connection pool. */
async function exhaustPool(fixture: Fixture, findings: Findings): Promise<void> {
  const api = await fixture.start({ DATABASE_POOL_SIZE: '5', REQUEST_TIMEOUT_SECONDS: String(REQUEST_TIMEOUT_S) })
  const { headers } = await fixture.createUser(api, ['studio', 'master_course'])
  const isServed = async (path: string) => (await sendRequest(`${api.url}${path}`, { headers })).status === 200
  await isServed('/api/library')

  const [blocked, probes] = [new Counts(), new Counts()]
  const paths = ['/api/prompts', '/api/accounts/context']
  const load = repeatConcurrently(100, async (turn) =>
    blocked.add(await sendRequest(`${api.url}${paths[turn % paths.length]}`, { headers })),
  )
  const probing = repeatConcurrently(4, async () => probes.add(await sendRequest(`${api.url}/api/health`)))
  try {
    await fixture.sql.begin(async (transaction) => {
      await transaction`lock table prompts, accounts in access exclusive mode`
      await sleep(LOCKED_S * 1000)
    })
    const seconds = await eventually(async () => (await Promise.all(paths.map(isServed))).every(Boolean), 30)
    findings.record('recovers after the database does, s', seconds ?? 'never')
    findings.expect(seconds !== undefined && seconds < 5, 'the API does not recover by itself within 5 s')
  } finally {
    await Promise.all([load.stop(), probing.stop()])
  }
  findings.record('while statements hang', String(blocked))
  findings.record('longest wait, s', blocked.within(100) / 1000)
  findings.record('health probes meanwhile', String(probes))
  findings.expect(blocked.of(503) > 0, 'no request got 503: the scenario broke nothing')
  findings.expect(blocked.within(100) < (REQUEST_TIMEOUT_S + 2) * 1000, 'a request waited much longer than REQUEST_TIMEOUT_SECONDS')
  findings.expect(blocked.problems === '', blocked.problems)
  findings.expect(probes.of(200) === probes.total, `probes failed: ${probes}`)
}

/** Takes all connections of the server from outside the academy. */
async function exhaustServer(fixture: Fixture, findings: Findings): Promise<void> {
  await fixture.stopApi()
  const pool = postgres(fixture.server.url, { max: 300, onnotice: () => undefined, idle_timeout: 0 })
  const taken = Array.from({ length: 300 }, () => pool`select pg_sleep(15)`.catch((error: { code?: string }) => error.code))
  await sleep(1_500)
  try {
    const api = await fixture.start({}, { ready: false })
    const counts = new Counts()
    const user = { headers: createUserWithToken(fixture.standins.supabaseUrl).headers }
    const ready = await sendRequest(`${api.url}/api/ready`)
    for (let turn = 0; turn < 20; turn += 1) counts.add(await sendRequest(`${api.url}/api/accounts/context`, user))
    findings.record('while Postgres has no free connection', String(counts))
    findings.expect(ready.status === 503, `/api/ready responds with ${ready.status} without a database`)
    findings.expect(counts.of(503) > 0, 'no request got 503: there were free connections')
    findings.expect(counts.problems === '', counts.problems)
    await Promise.all(taken)
    await pool.end({ timeout: 1 })
    const seconds = await eventually(async () => (await sendRequest(`${api.url}/api/accounts/context`, user)).status === 200, 30)
    findings.record('recovers after connections are free, s', seconds ?? 'never')
    findings.expect(seconds !== undefined && seconds < 5, 'the API does not recover by itself within 5 s of free connections')
  } finally {
    await pool.end({ timeout: 1 })
  }
}

export const connectionsExhausted: FaultScenario = {
  name: 'connections-exhausted',
  fault: 'Statements hang until the pool is used up; then Postgres itself has no free connection',
  expected: '503 with Retry-After in a bounded time, health probes succeed, recovers by itself',
  run: async (fixture, findings) => {
    await exhaustPool(fixture, findings)
    await exhaustServer(fixture, findings)
  },
}
