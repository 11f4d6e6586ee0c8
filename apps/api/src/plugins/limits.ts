import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { CallCounter } from './call-counter.ts'
import { Refusal } from './errors.ts'

type Limit = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** Hooks that refuse the request with 429 when its caller asked too often in the last minute. */
    limit: {
      /** Per address, for what anybody may call. */
      publicRoutes: Limit
      /** As `publicRoutes`, without counting the request: for what shall cost nothing once its caller is over the limit. */
      publicRoutesSoFar: Limit
      /** Per account, for what signed-in people call; many of them may share an address. */
      signedInRoutes: onRequestHookHandler
      /** Per address, for making accounts: each call asks the auth provider. */
      signUp: Limit
      /** Per account, for the export of an account and its erasure: each reads all there is, or asks others. */
      privacy: onRequestHookHandler
      /**
       * Per account, for purchases that are begun: each asks the payment provider, and may make a page there and close another. To be called
       * by their handler, as what is refused before it asks nobody.
       */
      checkout: Limit
      /** Per address, for requests whose token was refused: checking signatures is work. */
      refusedTokens: Limit
    }
    /** What the limits count with, by name: instances tell one another of what they counted. */
    callCounters: ReadonlyMap<string, CallCounter>
  }
}

/** A caller's window, with the call in question in it. */
type Look = (caller: string, now: number) => { calls: number; until: number }

const WINDOW_MS = 60_000

/** An export or an erasure is asked for once in years; what fails may be tried again. */
const PRIVACY_PER_MINUTE = 10

/** Nobody who means to buy presses a button every three seconds for a minute. */
const CHECKOUTS_PER_MINUTE = 20

/** So many callers are counted at the same time. */
const CALLERS = 20_000

const tooMany = (msLeft: number): Refusal => {
  const seconds = Math.max(1, Math.ceil(msLeft / 1000))
  return new Refusal(429, 'rate_limited', `Too many requests. Please try again in ${seconds} seconds.`, { 'retry-after': String(seconds) })
}

/** Whoever stays below this part of a limit is counted by each instance alone, and nobody is told. */
const UNTOLD_PART = 0.1

/** Counts in this process; `sharedLimits` adds what other instances count. */
export const limits = fp<{ config: Config }>(
  async (app, { config }) => {
    const counters = new Map<string, CallCounter>()
    const counterOf = (name: string, max: number): CallCounter => {
      const counter = new CallCounter(WINDOW_MS, CALLERS, Math.ceil(max * UNTOLD_PART))
      counters.set(name, counter)
      return counter
    }

    // The library makes addresses comparable (IPv6 by its network), and counts with what it is given.
    let next: Look | undefined
    class Store {
      readonly #look = next
      incr(key: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
        const now = Date.now()
        const { calls = 0, until = now } = this.#look?.(key, now) ?? {}
        callback(null, { current: calls, ttl: until - now })
      }
      child(): Store {
        return new Store()
      }
    }
    await app.register(rateLimit, { global: false, store: Store })

    const limitOf = (look: Look, max: number): Limit => {
      next = look
      const count = app.createRateLimit({ max, timeWindow: WINDOW_MS })
      return async (request) => {
        const counted = await count(request)
        if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl)
      }
    }

    const perAddress = (name: string, max: number): Limit => {
      const counter = counterOf(name, max)
      return limitOf((caller, now) => counter.count(caller, now), max)
    }

    // Asked for nearly every request, and keyed by what needs no normalising: with the library's counter, three promises each, this and
    // finding the token took 3.6 of the 27 µs of a request.
    const countAccounts = (name: string, max: number): ((request: FastifyRequest) => Refusal | undefined) => {
      const counter = counterOf(name, max)
      return ({ user }) => {
        const now = Date.now()
        const { calls, until } = counter.count(user.id, now)
        return calls > max ? tooMany(until - now) : undefined
      }
    }
    const perAccount = (name: string, max: number): onRequestHookHandler => {
      const refusalOf = countAccounts(name, max)
      return (request, _reply, done) => done(refusalOf(request))
    }

    const { publicPerMinute, accountPerMinute, signUpPerMinute } = config.limits
    const tooManyCheckouts = countAccounts('checkout', Math.min(CHECKOUTS_PER_MINUTE, accountPerMinute))
    const publicCounter = counterOf('public', publicPerMinute)
    app.decorate('limit', {
      publicRoutes: limitOf((caller, now) => publicCounter.count(caller, now), publicPerMinute),
      publicRoutesSoFar: limitOf((caller, now) => publicCounter.another(caller, now), publicPerMinute),
      signedInRoutes: perAccount('account', accountPerMinute),
      signUp: perAddress('sign-up', signUpPerMinute),
      privacy: perAccount('privacy', Math.min(PRIVACY_PER_MINUTE, accountPerMinute)),
      checkout: async (request) => {
        const refusal = tooManyCheckouts(request)
        if (refusal) throw refusal
      },
      refusedTokens: perAddress('refused-tokens', publicPerMinute),
    })
    app.decorate('callCounters', counters)
  },
  { name: 'limits' },
)
