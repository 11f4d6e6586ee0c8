import type { FastifyInstance } from 'fastify'

/** Creates counters of the requests to the API since the last reset or restart. */
export function createRequestCounts() {
  const report = {
    /** Includes requests that a fault or the rate limit stopped. Notion's rate limit does not count requests for files, and neither does this. */
    total: 0,
    /** How many of them got 429. */
    rate_limited: 0,
  }
  /** Adds the hooks that count requests. Call it before any hook that may end a request. */
  const countIn = (app: FastifyInstance) => {
    app.addHook('onRequest', async ({ url }) => {
      if (!url.includes('/files/')) report.total += 1
    })
    app.addHook('onResponse', async (_request, reply) => {
      if (reply.statusCode === 429) report.rate_limited += 1
    })
  }
  return { countIn, reset: () => Object.assign(report, { total: 0, rate_limited: 0 }), read: () => report }
}

export type RequestCounts = ReturnType<typeof createRequestCounts>
