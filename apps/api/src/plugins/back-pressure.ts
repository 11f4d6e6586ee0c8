import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { RETRY_SOON, Refusal } from '../http/errors.ts'

const SAY_EVERY_MS = 10_000

/** Answers 503 in its scope while the process is overloaded, so that accepted requests are finished. */
export const backPressure = fp<{ config: Config }>(
  async (app, { config }) => {
    let isUnderPressure = () => false
    // In its own scope, as its hook reads the route's options for each request; here one check is enough.
    await app.register(async (gauge) => {
      await gauge.register(underPressure, {
        maxEventLoopDelay: config.pressure.maxEventLoopDelayMs,
        maxRssBytes: config.pressure.maxRssMb * 1024 * 1024,
      })
      isUnderPressure = gauge.isUnderPressure
    })

    let lastSaid = Number.NEGATIVE_INFINITY
    app.addHook('onRequest', (_request, _reply, done) => {
      if (!isUnderPressure()) return done()
      // Logged once, not for each request; /metrics counts them.
      if (performance.now() - lastSaid > SAY_EVERY_MS) {
        lastSaid = performance.now()
        app.log.warn('too busy: requests are refused')
      }
      done(new Refusal(503, 'unavailable', 'The academy is very busy at the moment. Please try again soon.', RETRY_SOON))
    })
  },
  { name: 'back-pressure' },
)
