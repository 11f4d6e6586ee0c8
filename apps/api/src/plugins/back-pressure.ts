import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { RETRY_SOON, Refusal } from './errors.ts'

/** Answers 503 in its scope while the process cannot keep up, so that those already inside get their answer. */
export const backPressure = fp<{ config: Config }>(
  async (app, { config }) => {
    await app.register(underPressure, {
      maxEventLoopDelay: config.pressure.maxEventLoopDelayMs,
      maxRssBytes: config.pressure.maxRssMb * 1024 * 1024,
      pressureHandler: (request, _reply, kind, value) => {
        request.log.warn({ kind, value }, 'too busy for this request')
        throw new Refusal(503, 'unavailable', 'The academy is very busy at the moment. Please try again soon.', RETRY_SOON)
      },
    })
  },
  { name: 'back-pressure' },
)
