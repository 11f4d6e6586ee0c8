import { request } from 'node:http'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { sendRequest, type TimedResponse } from '../../send-request.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

const MEGABYTES = 10
const AT_ONCE = 50
const ROUNDS = 3

/** Sends ten megabytes, with a content length or chunked, until the response begins. */
function sendLargeBody(url: string, headers: Record<string, string>, withLength: boolean): Promise<TimedResponse> {
  const startedAt = performance.now()
  const chunk = Buffer.alloc(64 * 1024, 'a')
  const { promise, resolve } = Promise.withResolvers<TimedResponse>()
  const done = (status: number, body: string, received: NodeJS.Dict<string | string[]> = {}) =>
    resolve({ status, body, headers: new Headers(received as Record<string, string>), ms: performance.now() - startedAt })
  const length = withLength ? { 'content-length': String(MEGABYTES * 1024 * 1024) } : {}
  let hasResponse = false
  const outgoing = request(url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json', ...length, ...headers } })
  outgoing.on('response', (response) => {
    hasResponse = true
    let body = ''
    response.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    response.on('end', () => done(response.statusCode ?? 0, body, response.headers))
    response.on('error', () => done(0, 'the connection closed during the response'))
  })
  outgoing.on('error', (error) => {
    if (!hasResponse) done(0, error.message)
  })
  let chunksLeft = (MEGABYTES * 1024 * 1024) / chunk.length
  const sendChunks = (): void => {
    while (chunksLeft > 0 && !hasResponse && !outgoing.destroyed) {
      chunksLeft -= 1
      if (!outgoing.write(chunk)) return void outgoing.once('drain', sendChunks)
    }
    outgoing.end()
  }
  sendChunks()
  return promise
}

export const largeBodies: FaultScenario = {
  name: 'large-bodies',
  fault: `${AT_ONCE} bodies of ${MEGABYTES} MB at the same time, ${ROUNDS} times, with and without a length`,
  expected: '413 for each, no more memory than before, others unaffected',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const { headers } = await fixture.createUser(api, ['studio'])
    const others = new Counts()
    const neighbors = repeatConcurrently(4, async () => others.add(await sendRequest(`${api.url}/api/accounts/context`, { headers })))
    const refused = new Counts()
    const before = await api.memory()
    const memory: number[] = []
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const withLength of [true, false]) {
          const paths = ['/api/prompts', '/api/payments/webhook', '/api/accounts']
          const all = Array.from({ length: AT_ONCE }, (_, n) => sendLargeBody(`${api.url}${paths[n % paths.length]}`, headers, withLength))
          for (const response of await Promise.all(all)) refused.add(response)
          memory.push(await api.memory())
        }
      }
    } finally {
      await neighbors.stop()
    }
    findings.record('responses', String(refused))
    findings.record('memory before, MB', before)
    findings.record('memory after each round, MB', memory.map((megabytes) => megabytes.toFixed(0)).join(', '))
    findings.record('sent in total, MB', refused.total * MEGABYTES)
    findings.record('other users', String(others))
    findings.record('other users p99, ms', others.within(99))
    findings.expect(refused.of(413) === refused.total, `not all are 413: ${refused} ${refused.problems}`)
    findings.expect(refused.problems === '', refused.problems)
    const [, warm = 0, ...later] = memory
    findings.expect(Math.max(...later) < warm + 40, `memory keeps growing: ${memory.map(Math.round).join(', ')} MB`)
    findings.expect(Math.max(...memory) < before + 150, `memory grew from ${before.toFixed(0)} to ${Math.max(...memory).toFixed(0)} MB`)
    findings.expect(others.of(200) === others.total, `others: ${others} ${others.problems}`)
  },
}
