import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { GreedyClients, GreedyWork } from './testing/greedy-client.ts'
import { startListeningAcademy } from './testing/listening-academy.ts'

/** As deployed. */
const RATE_LIMIT_ACCOUNT_PER_MINUTE = '600'

const PROMPTS = 600
const FIELDS = 700
const TOKENS = 12
const PROMPTS_PATH = '/api/prompts'
const SEARCH_PATH = '/api/search?q=write+a+brief'
/** Requests of another user, quiet and during the attack. */
const REQUESTS = 150
/** How many times as long as quietly the API may work at a time, before it turns to other users. */
const MAX_RATIO = 3
/** In milliseconds of processor time. What is shorter depends on how the system counts. */
const SHORTEST_MS = 10

const academy = await startListeningAcademy({ RATE_LIMIT_ACCOUNT_PER_MINUTE })

const requestOf = (line: string, token: string, body = '') =>
  [
    `${line} HTTP/1.1`,
    'host: academy',
    'connection: close',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')

/** Creates an account with as many and long prompts as it may have, and returns its tokens. */
async function createGreedyAccount(): Promise<string[]> {
  const eve = await academy.newAccount({ packages: ['studio'] })
  await academy.owner`insert into prompts (account_id, title, description, content)
    select ${eve.id}, 'Prompt ' || n, 'A prompt', (select string_agg('{{' || field || '}} ', '') from generate_series(1, ${FIELDS}::int) field)
    from generate_series(1, ${PROMPTS}::int) n`
  const more = await Promise.all(Array.from({ length: TOKENS - 1 }, () => academy.createToken(['prompts:read', 'content:read'], eve)))
  return [eve, ...more].map(({ token }) => token)
}

/** Returns the processor time of this thread, which runs the API, in milliseconds. Other processes of the machine do not change it. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Sends requests of another user, and returns how long the API worked at a time meanwhile. The fifth of the longest times counts, because the runtime
 * sometimes frees memory.
 */
async function longestWork(url: string, token: string): Promise<number> {
  const times: number[] = []
  let [isMeasuring, last] = [true, processorMs()]
  const measureRound = () => {
    const now = processorMs()
    times.push(now - last)
    last = now
    if (isMeasuring) setImmediate(measureRound)
  }
  measureRound()
  for (let count = 0; count < REQUESTS; count += 1) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
    await response.text()
  }
  isMeasuring = false
  return times.toSorted((a, b) => b - a)[4] ?? 0
}

test('EDGE-21 an account that tries its worst makes the API work for others at most three times as long at a time', async () => {
  const tokens = await createGreedyAccount()
  const { token } = await academy.newAccount({ packages: ['studio'] })
  const port = Number(new URL(academy.url).port)
  const listForTool = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' })
  const tools = tokens.map((token) => requestOf('POST /mcp', token, listForTool))
  const prompts = tokens.map((token) => requestOf(`GET ${PROMPTS_PATH}`, token))
  const searches = tokens.map((token) => requestOf(`GET ${SEARCH_PATH}`, token))

  // The runtime compiles what runs for the first time.
  for (let round = 0; round < 3; round += 1) {
    const headers = {
      authorization: `Bearer ${tokens[0]}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const responses = [
      await fetch(`${academy.url}/mcp`, { method: 'POST', headers, body: listForTool }),
      await fetch(academy.url + PROMPTS_PATH, { headers }),
      await fetch(academy.url + SEARCH_PATH, { headers }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const response of responses) await response.text()
  }
  const quiet = await longestWork(`${academy.url}/api/library`, token)

  const clients: GreedyClients[] = [
    { requests: tools, connections: 6, reads: 'leaves at once' },
    { requests: tools, connections: 6, reads: 'nothing' },
    { requests: prompts, connections: 6, reads: 'nothing' },
    { requests: prompts, connections: 6, reads: 'all' },
    { requests: searches, connections: 6, reads: 'all' },
  ]
  const worker = new Worker(new URL('./testing/greedy-client.ts', import.meta.url), { workerData: { port, clients } satisfies GreedyWork })
  onTestFinished(async () => void (await worker.terminate()))
  await once(worker, 'online')
  const attacked = await longestWork(`${academy.url}/api/library`, token)
  expect(attacked).toBeLessThan(MAX_RATIO * Math.max(quiet, SHORTEST_MS))
})
