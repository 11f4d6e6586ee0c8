import type { ApiResult } from './api.ts'

export type Scale = { path: string; few: number; many: number; ratio: number; cpuRatio: number; met: boolean }

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
