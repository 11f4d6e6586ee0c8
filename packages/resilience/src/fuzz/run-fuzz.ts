import { isDeepStrictEqual } from 'node:util'
import { apiEnvironment, findFreePorts, setUpCheckout } from '@academy/local'
import postgres from 'postgres'
import { type ApiProcess, startApi } from '../api-process.ts'
import { API_SETTINGS, startEnvironment } from '../environment.ts'
import { WEB_URL } from '../web-url.ts'
import { ADMIN_EMAIL, accountIdOf } from './actors.ts'
import { createSender } from './create-sender.ts'
import { fuzzedEndpoints } from './endpoints.ts'
import { createFixture, readBystander } from './fixture.ts'
import { type GeneratedRequest, generateRequests } from './generated-requests.ts'
import { createLogWatcher } from './log-watcher.ts'
import { findProblems } from './validate-response.ts'

type FuzzOptions = { seed: number; requests: number; concurrency: number }
/** A request whose response has problems. `number` is its position in the run. */
type FailedRequest = { number: number; request: string; problems: string[] }
type FuzzReport = {
  statuses: Record<string, number>
  /** Names of the endpoints that had at least one successful response. */
  reached: string[]
  failures: FailedRequest[]
  seconds: number
  logLines: number
}

const MAX_FAILURES = 50
const describeRequest = ({ actor, method, url, headers, body }: GeneratedRequest): string =>
  `${method} ${url.slice(0, 150)} as ${actor} ${JSON.stringify(headers).slice(0, 200)} ${body?.slice(0, 500) ?? ''}`

/**
 * Sends generated requests to a real API on a real Postgres, with tokens of several accounts. The contract yields valid, nearly valid and
 * hostile requests; the same seed sends the same ones. Ends early after 50 failures.
 * @param serverUrl a Postgres server, on which the run creates its own databases.
 */
export async function runFuzz(serverUrl: string, fuzz: FuzzOptions, print: (line: string) => void = () => undefined): Promise<FuzzReport> {
  const { databaseUrl, standins } = await startEnvironment(serverUrl, 'fuzz')
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const ports = await findFreePorts()
  const { canaries, tokens } = await createFixture(sql, standins)
  const before = await readBystander(sql)
  const stripeWebhookSecret = await setUpCheckout(standins, { webUrl: WEB_URL, apiUrl: `http://127.0.0.1:${ports.api}` })
  const log = createLogWatcher([
    ...canaries.map(({ text }) => text),
    ...Object.values(tokens),
    standins.serviceRoleKey,
    stripeWebhookSecret,
  ])
  const env = {
    ...apiEnvironment({ ports, databaseUrl, webUrl: WEB_URL, standins, stripeWebhookSecret }),
    ...API_SETTINGS,
    // all tokens are of the auth provider
    SUPABASE_JWT_SECRET: '',
    // the fixture writes the content into the database
    NOTION_TOKEN: '',
    NOTION_ROOT_PAGE_ID: '',
    ADMIN_EMAIL,
    ADMIN_ACCOUNT_ID: accountIdOf('admin'),
    MENTORSHIP_DRAW: 'true',
    LOG_LEVEL: 'debug',
    REQUEST_TIMEOUT_SECONDS: '60',
  }
  const { send, close } = createSender(`http://127.0.0.1:${ports.api}`, tokens, fuzz.concurrency)
  const statuses = new Map<number, number>()
  const reached = new Set<string>()
  const failures: FailedRequest[] = []
  let api: ApiProcess | undefined
  try {
    api = await startApi(ports.api, env, { onLine: log.check })
    const started = Date.now()
    const requests = generateRequests(fuzz.seed, fuzz.requests)
    let sent = 0
    const work = async (): Promise<void> => {
      for (const request of requests) {
        sent += 1
        const number = sent
        if (number % 10_000 === 0) print(`${number} requests, ${failures.length} failed`)
        const response = await send(request).catch((error: unknown) => error as Error)
        const problems = response instanceof Error ? [`no response: ${response.message}`] : findProblems(request, response, canaries)
        if (!(response instanceof Error)) {
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          if (response.status < 300 && fuzzedEndpoints.includes(request.endpoint)) reached.add(request.endpoint.name)
        }
        if (problems.length > 0) failures.push({ number, request: describeRequest(request), problems })
        if (failures.length >= MAX_FAILURES) return
      }
    }
    await Promise.all(Array.from({ length: fuzz.concurrency }, work))
    const addProblem = (request: string, problem: string) => failures.push({ number: fuzz.requests, request, problems: [problem] })
    if (!isDeepStrictEqual(await readBystander(sql), before)) addProblem('any request', 'data of the bystander changed')
    if (!(await fetch(`${api.url}/api/ready`)).ok) addProblem('GET /api/ready', 'the API is not ready afterwards')
    await api.stop()
    for (const problem of log.problems()) addProblem('the log', problem)
    return {
      statuses: Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
      reached: [...reached].sort(),
      failures,
      seconds: (Date.now() - started) / 1000,
      logLines: log.lines(),
    }
  } finally {
    close()
    await api?.stop()
    await sql.end()
    await standins.stop()
  }
}
