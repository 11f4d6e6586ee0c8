import type { Academy } from '@academy/local'
import { labelledQueries } from '../fixtures/search-queries.ts'
import { WARM_UP_SECONDS } from './api.ts'
import { startApi } from './api-process.ts'
import { personalTokens } from './personal-tokens.ts'

type Headers = Record<string, string>

/** The time of one call after the other, in milliseconds. `budget` is the longest p99 on a machine whose node:http has a p99 of 2 ms. */
export type Latency = { what: string; p50: number; p99: number; budget: number }

/** The p99 of node:http with 50 connections, in milliseconds, for which budgets in milliseconds are given. */
const REFERENCE_P99 = 2

/** Returns the budget on this machine, by the p99 of node:http in the same run. */
export const budgetHere = ({ budget }: Latency, plainP99: number): number => (budget * plainP99) / REFERENCE_P99

const CALLS = 1_000

/** Starts an API and measures calls, each after the response to the one before. */
async function measureLatency(
  academy: Academy,
  { what, budget }: Pick<Latency, 'what' | 'budget'>,
  prepare: (url: string) => Promise<() => Promise<void>>,
): Promise<Latency> {
  const { server, url } = await startApi(academy)
  try {
    const call = await prepare(url)
    const warmAt = performance.now() + WARM_UP_SECONDS * 1000
    while (performance.now() < warmAt) await call()
    const times: number[] = []
    for (let index = 0; index < CALLS; index++) {
      const startedAt = performance.now()
      await call()
      times.push(performance.now() - startedAt)
    }
    times.sort((a, b) => a - b)
    const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
    return { what, budget, p50: at(0.5), p99: at(0.99) }
  } finally {
    server.kill()
  }
}

/** Measures get_prompt over /mcp, as coding tools send it. */
export const benchGetPrompt = (academy: Academy, caller: Headers): Promise<Latency> =>
  measureLatency(academy, { what: 'get_prompt over /mcp', budget: 20 }, async (url) => {
    const [token = {}] = await personalTokens(academy, url, [caller])
    const library = (await (await fetch(`${url}/api/library/prompts`, { headers: token })).json()) as { data: { id: string }[] }
    const params = { name: 'get_prompt', arguments: { id: library.data[0]?.id } }
    const request = {
      method: 'POST',
      headers: { ...token, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }
    return async () => {
      const response = await fetch(`${url}/mcp`, request)
      const text = await response.text()
      if (!response.ok || !text.includes('"structuredContent"')) throw new Error(`get_prompt responded with ${response.status}: ${text}`)
    }
  })

/** Measures the searches of learners, as the palette sends them. */
export const benchSearchLatency = (academy: Academy, caller: Headers): Promise<Latency> =>
  measureLatency(academy, { what: 'searches of learners', budget: 15 }, async (url) => {
    let next = 0
    return async () => {
      const { query = '' } = labelledQueries[next++ % labelledQueries.length] ?? {}
      const response = await fetch(`${url}/api/search?q=${encodeURIComponent(query)}`, { headers: caller })
      const text = await response.text()
      if (!response.ok || !text.includes('"snippet"')) throw new Error(`A search for ${query} responded with ${response.status}: ${text}`)
    }
  })
