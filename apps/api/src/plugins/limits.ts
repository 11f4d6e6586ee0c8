import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { Refusal } from './errors.ts'

type Limit = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** Hooks that refuse the request with 429 when its caller asked too often in the last minute. */
    limit: {
      /** Per address, for what anybody may call. */
      publicRoutes: Limit
      /** Per account, for what signed-in people call; many of them may share an address. */
      signedInRoutes: Limit
      /** Per address, for making accounts: each call asks the auth provider. */
      signUp: Limit
      /** Per address, for requests whose token was refused: checking signatures is work. */
      refusedTokens: Limit
    }
  }
}

/** So many callers are counted at the same time; the least recent are forgotten first. */
const CALLERS = 20_000

/** Counts in this process; several instances each allow the whole number. */
export const limits = fp<{ config: Config }>(
  async (app, { config }) => {
    await app.register(rateLimit, { global: false })

    const perMinute = (max: number, keyGenerator?: (request: FastifyRequest) => string): Limit => {
      const options = { max, timeWindow: 60_000, cache: CALLERS, ...(keyGenerator ? { keyGenerator } : {}) }
      const count = app.createRateLimit(options)
      return async (request) => {
        const counted = await count(request)
        if (counted.isAllowed || !counted.isExceeded) return
        const seconds = Math.max(1, counted.ttlInSeconds)
        throw new Refusal(429, 'rate_limited', `Too many requests. Please try again in ${seconds} seconds.`, {
          'retry-after': String(seconds),
        })
      }
    }

    const { publicPerMinute, accountPerMinute, signUpPerMinute } = config.limits
    app.decorate('limit', {
      publicRoutes: perMinute(publicPerMinute),
      signedInRoutes: perMinute(accountPerMinute, (request) => request.user.id),
      signUp: perMinute(signUpPerMinute),
      refusedTokens: perMinute(publicPerMinute),
    })
  },
  { name: 'limits' },
)
