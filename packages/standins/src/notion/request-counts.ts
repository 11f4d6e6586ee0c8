import type { FastifyInstance } from 'fastify'

/** Request counts since the last reset or restart. */
export type RequestReport = {
  since: string
  /** Requests to the API, including those that a fault or the rate limit stopped. */
  total: number
  /** How many of them got 429. */
  rate_limited: number
  /** Requests for file contents, which Notion's rate limit does not count. */
  files: number
  /** Requests by method and route, e.g. `GET /v1/blocks/:block_id/children`. */
  kinds: Record<string, number>
}

export function createRequestCounts() {
  let report: RequestReport
  const reset = () => {
    report = { since: new Date().toISOString(), total: 0, rate_limited: 0, files: 0, kinds: {} }
  }
  reset()

  /** Adds the hook that counts requests. Call it before any hook that may end a request. */
  const countIn = (app: FastifyInstance, prefix: string) => {
    app.addHook('onRequest', async (request) => {
      const route = request.routeOptions.url?.slice(prefix.length) ?? 'unknown address'
      const kind = `${request.method} ${route}`
      report.kinds[kind] = (report.kinds[kind] ?? 0) + 1
      if (route.startsWith('/files/')) report.files += 1
      else report.total += 1
    })
    app.addHook('onResponse', async (_request, reply) => {
      if (reply.statusCode === 429) report.rate_limited += 1
    })
  }
  return { countIn, reset, read: () => report }
}

export type RequestCounts = ReturnType<typeof createRequestCounts>
