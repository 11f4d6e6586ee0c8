import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../lab/answer.ts'
import type { ApiProcess } from '../lab/api-process.ts'
import { countingProxy } from '../lab/counting-proxy.ts'
import { Counts } from '../lab/counts.ts'
import { equip, signedIn } from '../lab/people.ts'
import type { Scenario } from '../scenario.ts'

const HERD = 1_000
const PEOPLE = 20
const JWKS = '/auth/v1/.well-known/jwks.json'

/** A connection of its own for each: the herd arrives at once, not in a queue. */
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

/** How many statements the API has sent so far that read from the tables of content, and about what people hold. */
function statementsOf({ log }: ApiProcess): { content: number; people: number } {
  const statements = log.filter((line) => line.includes('"msg":"statement"'))
  const content = statements.filter((line) => /from \\"content_(?!sync)/.test(line)).length
  return { content, people: statements.filter((line) => line.includes('grants')).length }
}

export const cacheStampede: Scenario = {
  name: 'cache-stampede',
  what: `${HERD.toLocaleString('en')} requests at once to an instance that has nothing in memory yet`,
  design: 'The keys of the auth provider are fetched once, each thing is read once from the database: as for one request alone',
  run: async (lab, findings) => {
    const provider = await countingProxy(lab.standins.url)
    try {
      const env = { SUPABASE_URL: provider.url, SUPABASE_JWT_ISSUER: `${lab.standins.supabaseUrl}/auth/v1` }
      const warm = await lab.start(env)
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => signedIn(lab.standins)))
      const [tutorial] = await lab.sql<{ public_id: string }[]>`select public_id from content_tutorials limit 1`
      const paths = ['/api/sessions', '/api/courses/master-course', `/api/tutorials/${tutorial?.public_id}/content`]
      for (const person of people) await equip(person, warm.url, lab.databaseUrl, ['master_course'])

      /** Starts cold, and has each path asked for by so many. @returns how many statements it took. */
      const statementsFor = async (each: number, counts: Counts) => {
        // It writes down each statement.
        const api = await lab.start({ ...env, LOG_LEVEL: 'trace' })
        const before = statementsOf(api)
        const agent = new Agent({ maxSockets: HERD })
        const herd = Array.from({ length: each * paths.length }, (_, n) => {
          const headers = people[n % people.length]?.headers ?? {}
          return arrive(`${api.url}${paths[n % paths.length]}`, each === 1 ? (people[0]?.headers ?? {}) : headers, agent)
        })
        for (const answer of await Promise.all(herd)) counts.add(answer)
        agent.destroy()
        // What is written to the log takes a moment to come here.
        await sleep(1_000)
        const after = statementsOf(api)
        return { content: after.content - before.content, people: after.people - before.people }
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
      findings.tell(`statements about what ${PEOPLE} people hold`, together.people)
      findings.expect(all.of(200) === all.total, `the herd: ${all} ${all.complaint}`)
      findings.expect(fetched === 1, `the keys were fetched ${fetched} times`)
      const isOnce = alone.content > 0 && together.content <= alone.content
      findings.expect(isOnce, `content took ${together.content} statements for the herd, ${alone.content} for one`)
      findings.expect(together.people <= PEOPLE, `what ${PEOPLE} people hold took ${together.people} statements`)
    } finally {
      await provider.stop()
    }
  },
}
