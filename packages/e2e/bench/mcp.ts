import type { Academy } from '@academy/local'
import { startApi } from './api-process.ts'
import { personalTokens } from './personal-tokens.ts'

export type McpResult = { p50: number; p99: number; met: boolean }

/** In milliseconds. A prompt must be there before its user notices that it was fetched. */
export const GET_PROMPT_P99_AT_MOST = 20

const WARM_UP = 200
const CALLS = 1_000

/** Measures get_prompt over /mcp, in milliseconds: one call after the other, as a coding tool asks. */
export async function benchMcp(academy: Academy, person: Record<string, string>): Promise<McpResult> {
  const { server, url } = await startApi(academy)
  try {
    const [token = {}] = await personalTokens(academy, url, [person])
    const library = (await (await fetch(`${url}/api/library/prompts`, { headers: token })).json()) as { data: { id: string }[] }
    const params = { name: 'get_prompt', arguments: { id: library.data[0]?.id } }
    const request = {
      method: 'POST',
      headers: { ...token, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }
    const call = async (): Promise<number> => {
      const begun = performance.now()
      const answer = await fetch(`${url}/mcp`, request)
      const text = await answer.text()
      if (!answer.ok || !text.includes('"structuredContent"')) throw new Error(`get_prompt answered ${answer.status}: ${text}`)
      return performance.now() - begun
    }
    for (let index = 0; index < WARM_UP; index++) await call()
    const times: number[] = []
    for (let index = 0; index < CALLS; index++) times.push(await call())
    times.sort((a, b) => a - b)
    const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
    return { p50: at(0.5), p99: at(0.99), met: at(0.99) <= GET_PROMPT_P99_AT_MOST }
  } finally {
    server.kill()
  }
}
