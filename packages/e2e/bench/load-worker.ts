// Sends requests over 50 open connections, each with the headers of one account in turn, and prints the result. GET, or PUT with a body.
// With `awake` it never sleeps between responses: otherwise a server that is slower than this process pays for waking it with each response,
// which takes up to half of the time of a request without a statement.
import { createRequire } from 'node:module'

type Client = { setHeaders: (headers: Record<string, string>) => void }
type Result = {
  requests: { total: number; average: number }
  latency: { p50: number; p99: number }
  errors: number
  '4xx': number
  '5xx': number
}
type Options = {
  url: string
  method: 'GET' | 'PUT'
  body?: string
  connections: number
  duration: number
  setupClient: (client: Client) => void
}

// autocannon has no types
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Options) => Promise<Result>

type Input = { url: string; seconds: number; callers: Record<string, string>[]; put?: string; awake?: boolean }
const { url, seconds, callers, put, awake = false } = JSON.parse(String(process.argv[2])) as Input
let isDone = false
const stayAwake = () => {
  if (!isDone) setImmediate(stayAwake)
}
if (awake) stayAwake()

let next = 0
const result = await autocannon({
  url,
  ...(put === undefined ? { method: 'GET' } : { method: 'PUT', body: put }),
  connections: 50,
  duration: seconds,
  setupClient: (client) => client.setHeaders(callers[next++ % callers.length] ?? {}),
})
isDone = true
process.stdout.write(
  JSON.stringify({
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.errors + result['4xx'] + result['5xx'],
  }),
)
