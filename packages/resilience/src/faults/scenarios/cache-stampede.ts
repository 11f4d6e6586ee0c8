import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask } from '../fixture/answer.ts'
import type { ApiProcess } from '../fixture/api-process.ts'
import { countingProxy } from '../fixture/counting-proxy.ts'
import { Counts } from '../fixture/counts.ts'
import { createAccount, signedIn } from '../fixture/users.ts'
import type { Scenario } from '../scenario.ts'

const HERD = 1_000
const USERS = 20
const JWKS = '/auth/v1/.well-known/jwks.json'

/** A connection for each request, so that they arrive at once. */
function arrive(url: string, headers: Record<string, string>, agent: Agent): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const asking = request(url, { agent, headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: new Headers(), body, ms: performance.now() - begun }))
    })
    asking.on('error', (error) => resolve({ status: 0, headers: new Headers(), body: error.message, ms: 0 }))
    asking.end()
  })
}

/** Counts the logged statements that read content and entitlements. */
function statementsOf({ log }: ApiProcess): { content: number; entitlements: number } {
  const statements = log.filter((line) => line.includes('"msg":"statement"'))
  const content = statements.filter((line) => /from \\"content_(?!sync)/.test(line)).length
  return { content, entitlements: statements.filter((line) => line.includes('grants')).length }
}

export const cacheStampede: Scenario = {
  name: 'cache-stampede',
  what: `${HERD.toLocaleString('en')} requests at once to an instance that has nothing in memory yet`,
  design: 'The keys of the auth provider are fetched once, each thing is read once from the database: as for one request alone',
  run: async (fixture, findings) => {
    const provider = await countingProxy(fixture.standins.url)
    try {
      const env = { SUPABASE_URL: provider.url, SUPABASE_JWT_ISSUER: `${fixture.standins.supabaseUrl}/auth/v1` }
      const warm = await fixture.start(env)
      const users = await Promise.all(Array.from({ length: USERS }, () => signedIn(fixture.standins)))
      const [tutorial] = await fixture.sql<{ public_id: string }[]>`select public_id from content_tutorials limit 1`
      const paths = ['/api/sessions', '/api/courses/master-course', `/api/tutorials/${tutorial?.public_id}/content`]
      for (const user of users) {
        await createAccount(user, warm.url, fixture.databaseUrl, ['master_course'])
        // The start of the course is recorded once for each account (decision 032).
        await ask(`${warm.url}${paths[2]}`, { headers: user.headers })
      }

      /** Starts a cold instance and sends concurrent requests for each path. @returns the number of statements. */
      const statementsFor = async (each: number, counts: Counts) => {
        // logs each statement
        const api = await fixture.start({ ...env, LOG_LEVEL: 'trace' })
        const before = statementsOf(api)
        const agent = new Agent({ maxSockets: HERD })
        const herd = Array.from({ length: each * paths.length }, (_, n) => {
          const headers = users[n % users.length]?.headers ?? {}
          return arrive(`${api.url}${paths[n % paths.length]}`, each === 1 ? (users[0]?.headers ?? {}) : headers, agent)
        })
        for (const answer of await Promise.all(herd)) counts.add(answer)
        agent.destroy()
        // the log arrives with a delay
        await sleep(1_000)
        const after = statementsOf(api)
        return { content: after.content - before.content, entitlements: after.entitlements - before.entitlements }
      }
      const [one, all] = [new Counts(), new Counts()]
      const alone = await statementsFor(1, one)
      const looks = provider.count(JWKS)
      const together = await statementsFor(Math.ceil(HERD / paths.length), all)
      const fetched = provider.count(JWKS) - looks
      findings.tell('answers', String(all))
      findings.tell('slowest, ms', all.within(100))
      findings.tell('fetches of the keys', fetched)
      findings.tell('statements about content, for one of each', alone.content)
      findings.tell('statements about content, for the herd', together.content)
      findings.tell(`statements about entitlements of ${USERS} users`, together.entitlements)
      findings.expect(all.of(200) === all.total, `the herd: ${all} ${all.problems}`)
      findings.expect(fetched === 1, `the keys were fetched ${fetched} times`)
      const isOnce = alone.content > 0 && together.content <= alone.content
      findings.expect(isOnce, `content took ${together.content} statements for the herd, ${alone.content} for one`)
      findings.expect(together.entitlements <= USERS, `the entitlements of ${USERS} users took ${together.entitlements} statements`)
    } finally {
      await provider.stop()
    }
  },
}
