import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { migrate } from '@academy/api/migrate'
import { apiEnvironment, findFreePorts, portsFrom, setUpCheckout } from '@academy/local'
import { createDatabase, startStandins } from '@academy/standins'
import postgres from 'postgres'
import { instance } from '../instance.ts'
import { fuzzedEndpoints } from './endpoints.ts'
import { createFixture, unrelatedAccounts } from './fixture.ts'
import { ADMIN_EMAIL, accountIdOf, WEB_ORIGIN } from './fixture-names.ts'
import { logWatcher } from './log-watcher.ts'
import { type Plan, plansOf } from './plans.ts'
import { sender } from './send.ts'
import { faultsOf } from './validate-response.ts'

export type Fuzz = { seed: number; requests: number; atATime: number }
export type Fault = { number: number; request: string; faults: string[] }
export type FuzzReport = {
  statuses: Record<string, number>
  /** Names of the endpoints that had at least one successful response. */
  reached: string[]
  faults: Fault[]
  seconds: number
  logLines: number
}

const MAX_FAULTS = 50
const describeRequest = ({ actor, method, url, headers, body }: Plan): string =>
  `${method} ${url.slice(0, 150)} as ${actor} ${JSON.stringify(headers).slice(0, 200)} ${body?.slice(0, 500) ?? ''}`

/**
 * Sends generated requests to a real API on a real Postgres, with tokens of several accounts. The contract yields valid, nearly valid and
 * hostile requests; the same seed sends the same ones. Ends early after 50 faults.
 * @param serverUrl a Postgres server, on which the run creates its own databases.
 */
export async function runFuzz(serverUrl: string, fuzz: Fuzz, print: (line: string) => void = () => undefined): Promise<FuzzReport> {
  const run = randomBytes(6).toString('hex')
  const databaseUrl = await createDatabase(serverUrl, `fuzz_${run}`)
  await migrate(databaseUrl)
  const standins = await startStandins({
    databaseUrl: await createDatabase(serverUrl, `fuzz_standins_${run}`),
    siteUrl: WEB_ORIGIN,
    limits: { auth: { requestBurst: 1_000_000, mailsPerHour: 1_000_000 } },
  })
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const ports = portsFrom(await findFreePorts())
  const { canaries, tokens } = await createFixture(sql, standins)
  const before = await unrelatedAccounts(sql)
  const stripeWebhookSecret = await setUpCheckout(standins, { webUrl: WEB_ORIGIN, apiUrl: `http://127.0.0.1:${ports.api}` })
  const {
    NOTION_TOKEN: _,
    NOTION_ROOT_PAGE_ID: __,
    ...local
  } = apiEnvironment({ ports, databaseUrl, webUrl: WEB_ORIGIN, standins, stripeWebhookSecret })
  const log = logWatcher([...canaries.map(({ text }) => text), ...Object.values(tokens), standins.serviceRoleKey, stripeWebhookSecret])
  const env = {
    ...local,
    ADMIN_EMAIL,
    ADMIN_ACCOUNT_ID: accountIdOf('admin'),
    LOG_LEVEL: 'debug',
    RECONCILE_SECONDS: '86400',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    REQUEST_TIMEOUT_SECONDS: '60',
    RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
    RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000',
    RATE_LIMIT_SIGN_UP_PER_MINUTE: '1000000',
  }
  const api = instance('fuzz', ports.api, env, log.write)
  const { send, close } = sender(api.url, tokens, fuzz.atATime)
  const statuses = new Map<number, number>()
  const reached = new Set<string>()
  const faults: Fault[] = []
  try {
    await api.start()
    const started = Date.now()
    const plans = plansOf(fuzz.seed, fuzz.requests)
    let number = 0
    const work = async (): Promise<void> => {
      for (const plan of plans) {
        number += 1
        const ownNumber = number
        if (ownNumber % 10_000 === 0) print(`${ownNumber} requests, ${faults.length} faults`)
        const response = await send(plan).catch((error: unknown) => error as Error)
        const found = response instanceof Error ? [`no response: ${response.message}`] : faultsOf(plan, response, canaries)
        if (!(response instanceof Error)) {
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          if (response.status < 300 && fuzzedEndpoints.includes(plan.endpoint)) reached.add(plan.endpoint.name)
        }
        if (found.length > 0) faults.push({ number: ownNumber, request: describeRequest(plan), faults: found })
        if (faults.length >= MAX_FAULTS) return
      }
    }
    await Promise.all(Array.from({ length: fuzz.atATime }, work))
    const addFault = (request: string, fault: string) => faults.push({ number: fuzz.requests, request, faults: [fault] })
    if (!isDeepStrictEqual(await unrelatedAccounts(sql), before)) addFault('any request', 'data of the bystander changed')
    if (!(await fetch(`${api.url}/api/ready`)).ok) addFault('GET /api/ready', 'the API is not ready afterwards')
    await api.stop()
    for (const fault of log.faults()) addFault('the log', fault)
    return {
      statuses: Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
      reached: [...reached].sort(),
      faults,
      seconds: (Date.now() - started) / 1000,
      logLines: log.lines(),
    }
  } finally {
    close()
    await api.stop()
    await sql.end()
    await standins.stop()
  }
}
