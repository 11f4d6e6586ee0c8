import type { Academy } from '@academy/local'
import { WARM_UP_SECONDS } from './api.ts'
import { startApi } from './api-process.ts'
import { personalTokens } from './personal-tokens.ts'

export type McpResult = { p50: number; p99: number; met: boolean }

/** Budget in milliseconds: shorter than a user notices. */
export const GET_PROMPT_P99_AT_MOST = 20

const CALLS = 1_000

/** Measures get_prompt over /mcp in milliseconds, one call after the other, as coding tools send them. */
export async function benchMcp(academy: Academy, caller: Record<string, string>): Promise<McpResult> {
  const { server, url } = await startApi(academy)
  try {
    const [token = {}] = await personalTokens(academy, url, [caller])
    const library = (await (await fetch(`${url}/api/library/prompts`, { headers: token })).json()) as { data: { id: string }[] }
    const params = { name: 'get_prompt', arguments: { id: library.data[0]?.id } }
    const request = {
      method: 'POST',
      headers: { ...token, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }
    const call = async (): Promise<number> => {
      const startedAt = performance.now()
      const response = await fetch(`${url}/mcp`, request)
      const text = await response.text()
      if (!response.ok || !text.includes('"structuredContent"')) throw new Error(`get_prompt responded with ${response.status}: ${text}`)
      return performance.now() - startedAt
    }
    const warmAt = performance.now() + WARM_UP_SECONDS * 1000
    while (performance.now() < warmAt) await call()
    const times: number[] = []
    for (let index = 0; index < CALLS; index++) times.push(await call())
    times.sort((a, b) => a - b)
    const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
    return { p50: at(0.5), p99: at(0.99), met: at(0.99) <= GET_PROMPT_P99_AT_MOST }
  } finally {
    server.kill()
  }
}
