import path from 'node:path'
import type { Academy } from '@academy/local'
import { labeledQueries } from '../fixtures/search-queries.ts'
import { WARM_UP_SECONDS } from './api.ts'
import { startApi } from './api-process.ts'
import { personalTokens } from './personal-tokens.ts'
import { outputOf, startLoad } from './pinned.ts'

type Headers = Record<string, string>

/** The time of one call after the other, in milliseconds. `budget` is the longest p99 on a machine whose node:http has a p99 of 2 ms. */
type Latency = { what: string; p50: number; p99: number; budget: number }

/** The p99 of node:http with 50 connections, in milliseconds, for which budgets in milliseconds are given. */
const REFERENCE_P99 = 2

/** Returns the budget on this machine, by the p99 of node:http in the same run. */
export const budgetHere = ({ budget }: Latency, plainP99: number): number => (budget * plainP99) / REFERENCE_P99

/** A call that `latency-worker.ts` sends. Its response has to contain `expect`. */
export type Call = { url: string; headers: Headers; body?: string; expect: string }
export type LatencyInput = { calls: Call[]; warmUpSeconds: number; times: number }

const CALLS = 1_000
const worker = path.join(import.meta.dirname, 'latency-worker.ts')

/** One process may be a fifth slower than the next, and other work on the machine disturbs one measurement more than three. */
const PROCESSES = 3

/** Starts an API and measures calls, each after the response to the one before. They are sent in turns. Returns the times, sorted. */
async function measureProcess(academy: Academy, prepare: (url: string) => Promise<Call[]>): Promise<number[]> {
  const { server, url } = await startApi(academy)
  try {
    const input: LatencyInput = { calls: await prepare(url), warmUpSeconds: WARM_UP_SECONDS, times: CALLS }
    const times = JSON.parse(await outputOf(startLoad([worker, JSON.stringify(input)]))) as number[]
    return times.toSorted((a, b) => a - b)
  } finally {
    server.kill()
  }
}

/** Measures calls in several processes. Returns the times of the process with the median p99. */
async function measureLatency(
  academy: Academy,
  { what, budget }: Pick<Latency, 'what' | 'budget'>,
  prepare: (url: string) => Promise<Call[]>,
): Promise<Latency> {
  const processes: Latency[] = []
  while (processes.length < PROCESSES) {
    const times = await measureProcess(academy, prepare)
    const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
    processes.push({ what, budget, p50: at(0.5), p99: at(0.99) })
  }
  return processes.toSorted((a, b) => a.p99 - b.p99)[PROCESSES >> 1] as Latency
}

/** Measures get_prompt over /mcp, as coding tools send it. */
export const benchGetPrompt = (academy: Academy, caller: Headers): Promise<Latency> =>
  measureLatency(academy, { what: 'get_prompt over /mcp', budget: 20 }, async (url) => {
    const [token = {}] = await personalTokens(academy, url, [caller])
    const library = (await (await fetch(`${url}/api/library/prompts`, { headers: token })).json()) as { data: { id: string }[] }
    const params = { name: 'get_prompt', arguments: { id: library.data[0]?.id } }
    const headers = { ...token, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    return [{ url: `${url}/mcp`, headers, body, expect: '"structuredContent"' }]
  })

/** Measures the searches of learners, as the palette sends them. */
export const benchSearchLatency = (academy: Academy, caller: Headers): Promise<Latency> =>
  measureLatency(academy, { what: 'searches of learners', budget: 15 }, async (url) =>
    labeledQueries.map(({ query }) => ({ url: `${url}/api/search?q=${encodeURIComponent(query)}`, headers: caller, expect: '"snippet"' })),
  )
