import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiProcess } from '../../api-process.ts'
import { Counts } from '../../counts.ts'
import { sendRequest, type TimedResponse } from '../../send-request.ts'
import { createAccount, createSignedInUser } from '../../users.ts'
import { startCountingProxy } from '../fixture/counting-proxy.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

const REQUESTS = 1_000
const USERS = 20
const JWKS = '/auth/v1/.well-known/jwks.json'

/** Sends a request on its own connection, so that all requests arrive at once. */
function sendOnOwnConnection(url: string, headers: Record<string, string>, agent: Agent): Promise<TimedResponse> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const done = (status: number, body: string) => resolve({ status, headers: new Headers(), body, ms: performance.now() - startedAt })
    const outgoing = request(url, { agent, headers }, (response) => {
      text(response).then(
        (body) => done(response.statusCode ?? 0, body),
        (error: Error) => done(0, error.message),
      )
    })
    outgoing.on('error', (error) => done(0, error.message))
    outgoing.end()
  })
}

/** Counts the logged statements that read content and entitlements. */
function statementsOf({ log }: ApiProcess): { content: number; entitlements: number } {
  const statements = log.filter((line) => line.includes('"msg":"statement"'))
  const content = statements.filter((line) => /from \\"content_(?!sync)/.test(line)).length
  return { content, entitlements: statements.filter((line) => line.includes('grants')).length }
}

export const cacheStampede: FaultScenario = {
  name: 'cache-stampede',
  fault: `${REQUESTS.toLocaleString('en')} requests at once to an instance with empty caches`,
  expected: 'The keys of the auth provider are fetched once, and the database gets no more statements than for one request',
  run: async (fixture, findings) => {
    const provider = await startCountingProxy(fixture.standins.url)
    try {
      const env = { SUPABASE_URL: provider.url, SUPABASE_JWT_ISSUER: `${fixture.standins.supabaseUrl}/auth/v1` }
      const warm = await fixture.start(env)
      const users = await Promise.all(Array.from({ length: USERS }, () => createSignedInUser(fixture.standins)))
      const [tutorial] = await fixture.sql<{ public_id: string }[]>`select public_id from content_tutorials limit 1`
      const paths = ['/api/sessions', '/api/courses/master-course', `/api/tutorials/${tutorial?.public_id}/content`]
      for (const user of users) {
        await createAccount(user, warm.url, fixture.databaseUrl, ['master_course'])
        // the first tutorial records the start of the course, with an additional statement (decision 032)
        await sendRequest(`${warm.url}${paths[2]}`, { headers: user.headers })
      }

      /** Starts an instance with empty caches and sends `each` concurrent requests to every path. Returns the number of statements. */
      const statementsFor = async (each: number, counts: Counts) => {
        // the level `trace` logs each statement
        const api = await fixture.start({ ...env, LOG_LEVEL: 'trace' })
        const before = statementsOf(api)
        const agent = new Agent({ maxSockets: REQUESTS })
        const requests = Array.from({ length: each * paths.length }, (_, n) => {
          const headers = users[each === 1 ? 0 : n % users.length]?.headers ?? {}
          return sendOnOwnConnection(`${api.url}${paths[n % paths.length]}`, headers, agent)
        })
        for (const response of await Promise.all(requests)) counts.add(response)
        agent.destroy()
        // the log arrives with a delay
        await sleep(1_000)
        const after = statementsOf(api)
        return { content: after.content - before.content, entitlements: after.entitlements - before.entitlements }
      }
      const [one, all] = [new Counts(), new Counts()]
      const alone = await statementsFor(1, one)
      const fetchesBefore = provider.count(JWKS)
      const together = await statementsFor(Math.ceil(REQUESTS / paths.length), all)
      const fetched = provider.count(JWKS) - fetchesBefore
      findings.record('responses', String(all))
      findings.record('slowest, ms', all.within(100))
      findings.record('fetches of the keys', fetched)
      findings.record('content statements for one request to each path', alone.content)
      findings.record('content statements for all requests', together.content)
      findings.record(`entitlement statements of ${USERS} users`, together.entitlements)
      findings.expect(all.of(200) === all.total, `responses: ${all} ${all.problems}`)
      findings.expect(fetched === 1, `the keys were fetched ${fetched} times`)
      const noMoreStatements = alone.content > 0 && together.content <= alone.content
      findings.expect(noMoreStatements, `content took ${together.content} statements for all requests, ${alone.content} for one of each`)
      findings.expect(together.entitlements <= USERS, `the entitlements of ${USERS} users took ${together.entitlements} statements`)
    } finally {
      await provider.stop()
    }
  },
}
