import { createRequire } from 'node:module'
import { outputOf, startPinned } from './pinned.ts'

export type Figures = { requestsPerSecond: number; p50: number; p99: number; failed: number }

const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js')

/** Sends GET requests over 50 kept connections for `seconds`, from a core of its own. Latencies in milliseconds. */
export async function load(url: string, options: { seconds: number; headers?: Record<string, string> }): Promise<Figures> {
  const headers = Object.entries(options.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const child = startPinned(1, [autocannon, '-j', '-n', '-c', '50', '-d', String(options.seconds), ...headers, url])
  const result = JSON.parse(await outputOf(child)) as {
    requests: { average: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
