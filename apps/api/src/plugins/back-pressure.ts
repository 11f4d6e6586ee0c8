import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { RETRY_SOON, Refusal } from './errors.ts'

/** Answers 503 in its scope while the process cannot keep up, so that those already inside get their answer. */
export const backPressure = fp<{ config: Config }>(
  async (app, { config }) => {
    let isUnderPressure = () => false
    // In a scope of its own, as its hook looks up the options of the route for each request; asking it is all that is needed.
    await app.register(async (gauge) => {
      await gauge.register(underPressure, {
        maxEventLoopDelay: config.pressure.maxEventLoopDelayMs,
        maxRssBytes: config.pressure.maxRssMb * 1024 * 1024,
      })
      isUnderPressure = gauge.isUnderPressure
    })

    app.addHook('onRequest', (request, _reply, done) => {
      if (!isUnderPressure()) return done()
      request.log.warn('too busy for this request')
      done(new Refusal(503, 'unavailable', 'The academy is very busy at the moment. Please try again soon.', RETRY_SOON))
    })
  },
  { name: 'back-pressure' },
)
