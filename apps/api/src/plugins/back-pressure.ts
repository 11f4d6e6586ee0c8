import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { HttpError, RETRY_SOON } from '../http/errors.ts'

const LOG_INTERVAL_MS = 10_000

/** Refuses requests to the routes beside it with 503 while the process is overloaded, so that it can finish accepted requests. */
export const backPressure = fp(
  async (app) => {
    let isUnderPressure = () => false
    // Registered in a plugin of its own, because its hook reads the route's options for each request. One check for all routes is enough.
    await app.register(async (inner) => {
      await inner.register(underPressure, {
        maxEventLoopDelay: app.config.pressure.maxEventLoopDelayMs,
        maxRssBytes: app.config.pressure.maxRssMb * 1024 * 1024,
      })
      isUnderPressure = inner.isUnderPressure
    })

    let lastLoggedAt = Number.NEGATIVE_INFINITY
    app.addHook('onRequest', (_request, _reply, done) => {
      if (!isUnderPressure()) return done()
      // Logs once per interval, not for each request; /metrics counts the requests.
      if (performance.now() - lastLoggedAt > LOG_INTERVAL_MS) {
        lastLoggedAt = performance.now()
        app.log.warn('refusing requests: the process is overloaded')
      }
      done(new HttpError(503, 'unavailable', 'The academy is very busy at the moment. Please try again soon.', RETRY_SOON))
    })
  },
  { name: 'back-pressure' },
)
