import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { ask } from '../fixture/answer.ts'
import { Counts, repeatConcurrently } from '../fixture/counts.ts'
import { eventually } from '../fixture/eventually.ts'
import type { Fixture } from '../fixture/fixture.ts'
import { createUserWithToken } from '../fixture/users.ts'
import type { Findings, Scenario } from '../scenario.ts'

const HANGS_S = 12
const LIMIT_S = 3

/** Locks tables until the statements of many requests use up the connection pool. */
async function slowStatements(fixture: Fixture, findings: Findings): Promise<void> {
  const api = await fixture.start({ DATABASE_POOL_SIZE: '5', REQUEST_TIMEOUT_SECONDS: String(LIMIT_S) })
  const holder = await fixture.createUser(api, ['studio', 'master_course'])
  const { headers } = holder
  const probe = (path: string) => async () => (await ask(`${api.url}${path}`, { headers })).status === 200
  await probe('/api/library')()

  const [hanging, remembered] = [new Counts(), new Counts()]
  const needing = ['/api/prompts', '/api/accounts/context']
  const askers = repeatConcurrently(100, async (turn) => hanging.add(await ask(`${api.url}${needing[turn % needing.length]}`, { headers })))
  const readers = repeatConcurrently(4, async () => remembered.add(await ask(`${api.url}/api/health`)))
  try {
    await fixture.sql.begin(async (transaction) => {
      await transaction`lock table prompts, accounts in access exclusive mode`
      await sleep(HANGS_S * 1000)
    })
    const seconds = await eventually(async () => (await Promise.all(needing.map((path) => probe(path)()))).every(Boolean), 30)
    findings.tell('serves again after the database does, s', seconds ?? 'never')
    findings.expect(seconds !== undefined && seconds < 5, 'it does not recover by itself within 5 s')
  } finally {
    await Promise.all([askers.stop(), readers.stop()])
  }
  findings.tell('while statements hang', String(hanging))
  findings.tell('longest wait, s', hanging.within(100) / 1000)
  findings.tell('probes meanwhile', String(remembered))
  findings.expect(hanging.of(503) > 0, 'no request was put off: the scenario broke nothing')
  findings.expect(hanging.within(100) < (LIMIT_S + 2) * 1000, 'a request waited much longer than REQUEST_TIMEOUT_SECONDS')
  findings.expect(hanging.problems === '', hanging.problems)
  findings.expect(remembered.of(200) === remembered.total, `probes failed: ${remembered}`)
}

/** Takes all connections of the server from outside the academy. */
async function noneLeft(fixture: Fixture, findings: Findings): Promise<void> {
  await fixture.stopApi()
  const greedy = postgres(fixture.server.url, { max: 300, onnotice: () => undefined, idle_timeout: 0 })
  const taken = Array.from({ length: 300 }, () => greedy`select pg_sleep(15)`.catch((error: { code?: string }) => error.code))
  await sleep(1_500)
  try {
    const api = await fixture.start({}, { ready: false })
    const counts = new Counts()
    const person = { headers: createUserWithToken(fixture.standins.supabaseUrl).headers }
    const ready = await ask(`${api.url}/api/ready`)
    for (let turn = 0; turn < 20; turn += 1) counts.add(await ask(`${api.url}/api/accounts/context`, person))
    findings.tell('while Postgres has no connection left', String(counts))
    findings.expect(ready.status === 503, `ready answers ${ready.status} without a database`)
    findings.expect(counts.of(503) > 0, 'no request was put off: there were connections left')
    findings.expect(counts.problems === '', counts.problems)
    await Promise.all(taken)
    await greedy.end({ timeout: 1 })
    const seconds = await eventually(async () => (await ask(`${api.url}/api/accounts/context`, person)).status === 200, 30)
    findings.tell('serves again after there are some, s', seconds ?? 'never')
    findings.expect(seconds !== undefined && seconds < 5, 'it does not recover by itself within 5 s of free connections')
  } finally {
    await greedy.end({ timeout: 1 })
  }
}

export const connectionsExhausted: Scenario = {
  name: 'connections-exhausted',
  what: 'Statements hang until the pool is full; then Postgres itself has no connection left',
  design: '503 with Retry-After in a bounded time, probes go on, recovers by itself',
  run: async (fixture, findings) => {
    await slowStatements(fixture, findings)
    await noneLeft(fixture, findings)
  },
}
