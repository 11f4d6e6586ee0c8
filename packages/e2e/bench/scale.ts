import type { Academy } from '@academy/local'
import { type ApiResult, benchApi, type Endpoint } from './api.ts'

export type Scale = { path: string; few: number; many: number; ratio: number; cpuRatio: number; met: boolean }

const PROCESSES = 3

/**
 * Measures endpoints in several API processes, and returns for each the result with the median ratio. One process may be a fifth slower than
 * the next, which is more than the accepted loss.
 */
export async function benchProcesses(
  academy: Academy,
  callers: Record<string, string>[],
  endpoints: Endpoint[],
  { seconds }: { seconds: number },
): Promise<ApiResult[]> {
  const results: ApiResult[][] = []
  while (results.length < PROCESSES)
    results.push(await benchApi(academy, callers, async () => endpoints, { seconds: seconds * 2, rounds: 1 }))
  return endpoints.map(({ path }) => {
    const ofEndpoint = results.flat().filter((result) => result.path === path)
    const median = ofEndpoint.toSorted((a, b) => a.ratio - b.ratio)[PROCESSES >> 1] as ApiResult
    return { ...median, met: median.met && ofEndpoint.every(({ api }) => api.failed === 0) }
  })
}

/**
 * Compares the speed with many accounts to that with few; `ratio` is 1 without a loss. Compares ratios to the bare server, because the
 * machine's speed changes during a run.
 */
export function benchScale(few: ApiResult[], many: ApiResult[]): Scale[] {
  return many.map((result) => {
    const before = few.find(({ path }) => path === result.path)
    if (!before) throw new Error(`${result.path} was not measured with few accounts.`)
    const ratio = result.ratio / before.ratio
    const cpuRatio = result.cpuRatio / before.cpuRatio
    const { path } = result
    return { path, few: before.api.requestsPerSecond, many: result.api.requestsPerSecond, ratio, cpuRatio, met: ratio >= 0.85 }
  })
}
