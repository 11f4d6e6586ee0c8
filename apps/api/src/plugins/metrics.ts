import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { sendError, urlNotFound } from '../http/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The registry to which modules add their metrics: `new Gauge({ ..., registers: [app.metrics] })`. */
    metrics: Registry
  }
}

/** The upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

let processRegistry: Registry | undefined
/**
 * Returns the metrics of the process, which start with the first app: prom-client measures the event loop every 10 ms for each registry and
 * each garbage collection, and has no function that stops it.
 */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns whether a request came through a proxy, which names itself in `Via`, or the client in the other headers. */
const isProxied = ({ headers }: FastifyRequest): boolean =>
  Object.keys(headers).some((name) => name === 'forwarded' || name === 'x-real-ip' || name === 'via' || name.startsWith('x-forwarded-'))

/**
 * Returns whether a request may read the metrics. If a token is configured, the request must send it. Otherwise it must come from this machine, and
 * not through a proxy on it.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
  return LOOPBACK_ADDRESSES.has(request.socket.remoteAddress ?? '') && !isProxied(request)
}

/** Collects metrics of the process and serves them at /metrics in Prometheus' format. */
export const metrics = fp(
  async (app) => {
    const registry = new Registry()
    const ofProcess = processMetrics()
    app.decorate('metrics', registry)

    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from request to response',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    })
    app.addHook('onResponse', (request, reply, done) => {
      const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
      durations.observe(labels, reply.elapsedTime / 1000)
      done()
    })

    // The app's error handler is registered later, so this route sets it itself.
    app.get('/metrics', { logLevel: 'silent', errorHandler: sendError }, async (request, reply) => {
      if (!mayReadMetrics(request, app.config.metricsToken)) {
        // Limits how often a client may guess the token.
        await app.limit.publicRoutes(request)
        throw urlNotFound()
      }
      return reply.type(registry.contentType).send(await Registry.merge([ofProcess, registry]).metrics())
    })
  },
  { name: 'metrics' },
)
