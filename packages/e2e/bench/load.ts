import path from 'node:path'
import { measure, outputOf, type Server, startLoad } from './pinned.ts'

/** The result of a load. Latencies are in milliseconds. */
export type Metrics = {
  requestsPerSecond: number
  p50: number
  p99: number
  failed: number
  /** The server's mean processor time per request. It depends on other load less than the speed does. */
  cpuMicros: number
}

const worker = path.join(import.meta.dirname, 'load-worker.ts')

type LoadOptions = { seconds: number; callers?: Record<string, string>[]; put?: string | undefined; awake?: boolean }

/** Sends requests to a server for `seconds`, from another core, with the headers of each caller in turn. */
export async function load(server: Server, url: string, options: LoadOptions): Promise<Metrics> {
  const before = await measure(server)
  const child = startLoad([worker, JSON.stringify({ callers: [{}], ...options, url })])
  const { requests, ...metrics } = JSON.parse(await outputOf(child)) as Omit<Metrics, 'cpuMicros'> & { requests: number }
  const after = await measure(server)
  return { ...metrics, cpuMicros: (after.cpu - before.cpu) / requests }
}
