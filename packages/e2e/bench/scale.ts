import type { Academy } from '@academy/local'
import { type ApiResult, benchApi, type Endpoint } from './api.ts'

export type Scale = { path: string; few: number; many: number; ratio: number; cpuRatio: number; met: boolean }

/** One process may be a fifth slower than the next, which is more than the accepted loss. */
const PROCESSES = 3

const medianByRatio = (results: ApiResult[]): ApiResult => results.toSorted((a, b) => a.ratio - b.ratio)[results.length >> 1] as ApiResult

/**
 * Measures endpoints on the academy's database, which has few accounts, and on the database at `manyUrl`. Takes turns, because the machine's
 * speed changes during a run, and starts several API processes for each. Returns the results with few accounts and the comparisons, both by
 * the process with the median ratio. The ratio of a comparison is 1 without a loss.
 */
export async function benchScale(
  academy: Academy,
  manyUrl: string,
  callers: Record<string, string>[],
  endpoints: Endpoint[],
  { seconds }: { seconds: number },
): Promise<{ few: ApiResult[]; scale: Scale[] }> {
  const measure = (databaseUrl: string) =>
    benchApi({ ...academy, databaseUrl }, callers, async () => endpoints, {
      seconds: seconds * 2,
      processes: 1,
      maxProcesses: 1,
      rounds: 1,
    })
  const all: { few: ApiResult[]; many: ApiResult[] } = { few: [], many: [] }
  for (let process = 0; process < PROCESSES; process += 1) {
    all.few.push(...(await measure(academy.databaseUrl)))
    all.many.push(...(await measure(manyUrl)))
  }
  const few: ApiResult[] = []
  const scale = endpoints.map(({ path }) => {
    const ofEndpoint = (results: ApiResult[]) => results.filter((result) => result.path === path)
    const hasFailed = [...ofEndpoint(all.few), ...ofEndpoint(all.many)].some(({ api }) => api.failed > 0)
    const [before, after] = [medianByRatio(ofEndpoint(all.few)), medianByRatio(ofEndpoint(all.many))]
    few.push({ ...before, met: before.met && !hasFailed })
    const ratio = after.ratio / before.ratio
    const cpuRatio = after.cpuRatio / before.cpuRatio
    const [fewPerSecond, manyPerSecond] = [before.api.requestsPerSecond, after.api.requestsPerSecond]
    return { path, few: fewPerSecond, many: manyPerSecond, ratio, cpuRatio, met: ratio >= 0.85 && !hasFailed }
  })
  return { few, scale }
}
