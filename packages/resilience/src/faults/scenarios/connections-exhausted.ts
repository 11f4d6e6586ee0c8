import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { ask } from '../lab/answer.ts'
import { Counts, keepAsking } from '../lab/counts.ts'
import { eventually } from '../lab/eventually.ts'
import type { Lab } from '../lab/lab.ts'
import { personWithToken } from '../lab/people.ts'
import type { Findings, Scenario } from '../scenario.ts'

const HANGS_S = 12
const LIMIT_S = 3

/** Every statement about prompts and accounts hangs, until all connections of the pool do, and many more requests come. */
async function slowStatements(lab: Lab, findings: Findings): Promise<void> {
  const api = await lab.start({ DATABASE_POOL_SIZE: '5', REQUEST_TIMEOUT_SECONDS: String(LIMIT_S) })
  const holder = await lab.person(api, ['studio', 'master_course'])
  const { headers } = holder
  const probe = (path: string) => async () => (await ask(`${api.url}${path}`, { headers })).status === 200
  await probe('/api/library')()

  const [hanging, remembered] = [new Counts(), new Counts()]
  const needing = ['/api/prompts', '/api/accounts/context']
  const askers = keepAsking(100, async (turn) => hanging.add(await ask(`${api.url}${needing[turn % needing.length]}`, { headers })))
  const readers = keepAsking(4, async () => remembered.add(await ask(`${api.url}/api/health`)))
  try {
    await lab.sql.begin(async (transaction) => {
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
  findings.expect(hanging.complaint === '', hanging.complaint)
  findings.expect(remembered.of(200) === remembered.total, `probes failed: ${remembered}`)
}

/** Takes every connection of the server from outside the academy. */
async function noneLeft(lab: Lab, findings: Findings): Promise<void> {
  await lab.rest()
  const greedy = postgres(lab.server.url, { max: 300, onnotice: () => undefined, idle_timeout: 0 })
  const taken = Array.from({ length: 300 }, () => greedy`select pg_sleep(15)`.catch((error: { code?: string }) => error.code))
  await sleep(1_500)
  try {
    const api = await lab.start({}, { ready: false })
    const counts = new Counts()
    const person = { headers: personWithToken(lab.standins.supabaseUrl).headers }
    const ready = await ask(`${api.url}/api/ready`)
    for (let turn = 0; turn < 20; turn += 1) counts.add(await ask(`${api.url}/api/accounts/context`, person))
    findings.tell('while Postgres has no connection left', String(counts))
    findings.expect(ready.status === 503, `ready answers ${ready.status} without a database`)
    findings.expect(counts.of(503) > 0, 'no request was put off: there were connections left')
    findings.expect(counts.complaint === '', counts.complaint)
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
  run: async (lab, findings) => {
    await slowStatements(lab, findings)
    await noneLeft(lab, findings)
  },
}
