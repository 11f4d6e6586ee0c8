import { request } from 'node:http'
import { type Answer, ask } from '../fixture/answer.ts'
import { Counts, repeatConcurrently } from '../fixture/counts.ts'
import type { Scenario } from '../scenario.ts'

const MEGABYTES = 10
const AT_ONCE = 50
const ROUNDS = 3

/** Sends ten megabytes, with a content length or chunked, and reads the response. */
function sendMuch(url: string, headers: Record<string, string>, isSaid: boolean): Promise<Answer> {
  const begun = performance.now()
  const piece = Buffer.alloc(64 * 1024, 'a')
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const done = (status: number, body: string, given: NodeJS.Dict<string | string[]> = {}) =>
    resolve({ status, body, headers: new Headers(given as Record<string, string>), ms: performance.now() - begun })
  const length = isSaid ? { 'content-length': String(MEGABYTES * 1024 * 1024) } : {}
  let answered = false
  const sending = request(url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json', ...length, ...headers } })
  sending.on('response', (answer) => {
    answered = true
    let body = ''
    answer.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    answer.on('end', () => done(answer.statusCode ?? 0, body, answer.headers))
    answer.on('error', () => done(0, 'cut off in the middle of the answer'))
  })
  sending.on('error', (error) => {
    if (!answered) done(0, error.message)
  })
  let left = (MEGABYTES * 1024 * 1024) / piece.length
  const more = (): void => {
    while (left > 0 && !answered && !sending.destroyed) {
      left -= 1
      if (!sending.write(piece)) return void sending.once('drain', more)
    }
    sending.end()
  }
  more()
  return promise
}

export const largeBodies: Scenario = {
  name: 'large-bodies',
  what: `${AT_ONCE} bodies of ${MEGABYTES} MB at the same time, ${ROUNDS} times, with and without a length`,
  design: '413 for each, no more memory than before, others unaffected',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const { headers } = await fixture.createUser(api, ['studio'])
    const others = new Counts()
    const neighbours = repeatConcurrently(4, async () => others.add(await ask(`${api.url}/api/accounts/context`, { headers })))
    const refused = new Counts()
    const before = await api.memory()
    const most: number[] = []
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const isSaid of [true, false]) {
          const paths = ['/api/prompts', '/api/payments/webhook', '/api/accounts']
          const all = Array.from({ length: AT_ONCE }, (_, n) => sendMuch(`${api.url}${paths[n % paths.length]}`, headers, isSaid))
          for (const answer of await Promise.all(all)) refused.add(answer)
          most.push(await api.memory())
        }
      }
    } finally {
      await neighbours.stop()
    }
    findings.tell('answers', String(refused))
    findings.tell('memory before, MB', before)
    findings.tell('memory after each round, MB', most.map((megabytes) => megabytes.toFixed(0)).join(', '))
    findings.tell('sent in all, MB', refused.total * MEGABYTES)
    findings.tell('others', String(others))
    findings.tell('others p99, ms', others.within(99))
    findings.expect(refused.of(413) === refused.total, `not all are 413: ${refused} ${refused.problems}`)
    findings.expect(refused.problems === '', refused.problems)
    const [, warm = 0, ...later] = most
    findings.expect(Math.max(...later) < warm + 40, `memory goes on growing: ${most.map(Math.round).join(', ')} MB`)
    findings.expect(Math.max(...most) < before + 150, `memory grew from ${before.toFixed(0)} to ${Math.max(...most).toFixed(0)} MB`)
    findings.expect(others.of(200) === others.total, `others: ${others} ${others.problems}`)
  },
}
