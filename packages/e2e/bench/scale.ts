import type { Academy } from '@academy/local'
import { type ApiResult, benchApi, type Endpoint } from './api.ts'
import { isDecided } from './is-decided.ts'

type Scale = { path: string; few: number; many: number; ratio: number; cpuRatio: number; met: boolean }

/** One process may be a fifth slower than the next, which is more than the accepted loss. Four that agree decide. */
const PROCESSES = { min: 4, max: 9 }

/** The accepted loss with many accounts: the least ratio of the speeds. */
const AT_LEAST = 0.85

/** Returns the result with the median ratio; of an even number the slower one of the two in the middle. */
const medianByRatio = (results: ApiResult[]): ApiResult =>
  results.toSorted((a, b) => a.ratio - b.ratio)[(results.length - 1) >> 1] as ApiResult

/**
 * Measures endpoints on the academy's database, which has few accounts, and on the database at `manyUrl`. Takes turns, because the machine's
 * speed changes during a run, and starts several API processes for each, until the comparisons are decided. Returns the results with few
 * accounts and the comparisons, both by the process with the median ratio. The ratio of a comparison is 1 without a loss.
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
  const ofEndpoint = (results: ApiResult[], path: string) => results.filter((result) => result.path === path)
  const isEndpointDecided = ({ path }: Endpoint): boolean => {
    const before = ofEndpoint(all.few, path)
    return isDecided(ofEndpoint(all.many, path).map(({ ratio }, index) => ratio / (before[index]?.ratio ?? Number.NaN) >= AT_LEAST))
  }
  for (let process = 0; process < PROCESSES.max; process += 1) {
    if (process >= PROCESSES.min && endpoints.every(isEndpointDecided)) break
    all.few.push(...(await measure(academy.databaseUrl)))
    all.many.push(...(await measure(manyUrl)))
  }
  const few: ApiResult[] = []
  const scale = endpoints.map(({ path }) => {
    const [fewResults, manyResults] = [ofEndpoint(all.few, path), ofEndpoint(all.many, path)]
    const hasFailed = [...fewResults, ...manyResults].some(({ api }) => api.failed > 0)
    const [before, after] = [medianByRatio(fewResults), medianByRatio(manyResults)]
    few.push({ ...before, met: before.met && !hasFailed })
    const ratio = after.ratio / before.ratio
    const cpuRatio = after.cpuRatio / before.cpuRatio
    const [fewPerSecond, manyPerSecond] = [before.api.requestsPerSecond, after.api.requestsPerSecond]
    return { path, few: fewPerSecond, many: manyPerSecond, ratio, cpuRatio, met: ratio >= AT_LEAST && !hasFailed }
  })
  return { few, scale }
}
