import path from 'node:path'
import { measure, outputOf, type Server, startPinned } from './pinned.ts'

export type Figures = {
  requestsPerSecond: number
  p50: number
  p99: number
  failed: number
  /** Processor time of the server for a request, in µs: what other work on the machine disturbs least. */
  cpu: number
}

const worker = path.join(import.meta.dirname, 'load-worker.ts')

type LoadOptions = { seconds: number; people?: Record<string, string>[]; put?: string | undefined }

/** Sends requests to a server for `seconds` with the headers of each account in turn, from a core of its own. Latencies in milliseconds. */
export async function load(server: Server, url: string, options: LoadOptions): Promise<Figures> {
  const before = await measure(server)
  const child = startPinned(1, [worker, JSON.stringify({ people: [{}], ...options, url })])
  const { requests, ...figures } = JSON.parse(await outputOf(child)) as Omit<Figures, 'cpu'> & { requests: number }
  const after = await measure(server)
  return { ...figures, cpu: (after.cpu - before.cpu) / requests }
}
