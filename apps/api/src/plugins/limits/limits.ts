import { hash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config.ts'
import { Refusal } from '../../http/errors.ts'
import { LimitStore } from './limit-store.ts'

type Limit = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** Hooks that reject a request with 429 after too many requests of its caller within a minute. */
    limit: {
      /** Per address, for public routes. */
      publicRoutes: Limit
      /** As `publicRoutes`, without counting the request: for work that callers over the limit must not cause. */
      publicRoutesUncounted: Limit
      /** Per account, for signed-in routes; many users may share an address. Each personal access token has a limit of its own. */
      signedInRoutes: Limit
      /** Per address, for new accounts: each request asks the auth provider. */
      signUp: Limit
      /** Per account, for the export of an account and its erasure: both read everything, or call other services. */
      privacy: Limit
      /**
       * Per account, for new checkouts: each calls the payment provider, and may open a page there and close another. Handlers call it, because
       * requests that are rejected before cost nothing.
       */
      checkout: Limit
      /** Per account, for new personal access tokens: each leaves a line in the audit log. */
      newTokens: Limit
      /** Per address, for programs that ask for a token: each leaves a row until its code expires. */
      deviceLogins: Limit
      /** Per address, for statements of visitors: each leaves a row and a mail. Handlers call it, because rejected requests cost nothing. */
      statements: Limit
      /** Per email address in the body, for mails that visitors cause. Handlers call it. */
      mailsToAddress: Limit
      /** Per account, for codes that a user enters, so that none is found by guessing. */
      userCodes: Limit
      /** Per address, for rejected tokens: verifying signatures is work. */
      refusedTokens: Limit
    }
    /** The store of each limit by name. Instances share them. */
    limitStores: ReadonlyMap<string, LimitStore>
  }
}

type LimitOptions = { name: string; max: number; timeWindow: number; keyGenerator?: (request: FastifyRequest) => string }

const WINDOW_MS = 60_000

/** Users export or erase an account once in years; a failed attempt may be repeated. */
const PRIVACY_PER_MINUTE = 10

/** More than users need who mean to buy. */
const CHECKOUTS_PER_MINUTE = 20

/** As many as an account may have. */
const NEW_TOKENS_PER_MINUTE = 20

/** More than one person needs, and few enough to guess no code. */
const DEVICE_LOGINS_PER_MINUTE = 20
const USER_CODES_PER_MINUTE = 20

/** More than a household or an office needs. */
const STATEMENTS_PER_MINUTE = 20
const MAILS_TO_ADDRESS_PER_MINUTE = 3

/** Callers that each limit counts at the same time. */
const CALLERS = 20_000

/** Requests below this part of a limit are counted by each instance alone. */
const UNSHARED_PART = 0.1

/** Returns a key for the email address in a body. Instances tell each other of keys, so it is no address. */
const hashedEmail = ({ body }: FastifyRequest): string =>
  hash('sha256', (body as { email: string }).email.trim().toLowerCase(), 'base64url')

const tooMany = (ttlMs: number): Refusal => {
  const seconds = Math.max(1, Math.ceil(ttlMs / 1000))
  return new Refusal(429, 'rate_limited', `Too many requests. Please try again in ${seconds} seconds.`, { 'retry-after': String(seconds) })
}

/** Limits the requests of each caller, in this process; `sharedLimits` adds the requests that other instances count. */
export const limits = fp<{ config: Config }>(
  async (app, { config }) => {
    const stores = new Map<string, LimitStore>()
    const storeOf = ({ name, max }: LimitOptions): LimitStore => {
      const store =
        stores.get(name) ?? new LimitStore({ windowMs: WINDOW_MS, callers: CALLERS, reportFrom: Math.ceil(max * UNSHARED_PART) })
      stores.set(name, store)
      return store
    }
    /** Gives each limit the store of its name; the types of the library do not know that it passes all options on. */
    class LimitStores extends LimitStore {
      constructor() {
        super({ windowMs: WINDOW_MS, callers: 1, reportFrom: 1 })
      }
      override child(options?: unknown): this {
        return storeOf(options as LimitOptions) as this
      }
    }
    await app.register(rateLimit, { global: false, store: LimitStores })

    const limitOf = (options: Omit<LimitOptions, 'timeWindow'>, { increment = true } = {}): Limit => {
      const check = app.createRateLimit({ ...options, timeWindow: WINDOW_MS })
      return async (request) => {
        const counted = await check(request, { increment })
        if (counted.isAllowed) return
        if (counted.isExceeded || (!increment && counted.remaining === 0)) throw tooMany(counted.ttl)
      }
    }
    // Without a key of its own, the library counts by address (IPv6 by network).
    const perAddress = (name: string, max: number): Limit => limitOf({ name, max })
    const perAccount = (name: string, max: number): Limit => limitOf({ name, max, keyGenerator: ({ user }) => user.id })

    const { publicPerMinute, accountPerMinute, signUpPerMinute } = config.limits
    const perSession = perAccount('account', accountPerMinute)
    const perToken = limitOf({ name: 'token', max: accountPerMinute, keyGenerator: ({ user }) => user.token?.id ?? user.id })
    app.decorate('limit', {
      publicRoutes: perAddress('public', publicPerMinute),
      publicRoutesUncounted: limitOf({ name: 'public', max: publicPerMinute }, { increment: false }),
      signedInRoutes: (request) => (request.user.token === null ? perSession : perToken)(request),
      signUp: perAddress('sign-up', signUpPerMinute),
      privacy: perAccount('privacy', Math.min(PRIVACY_PER_MINUTE, accountPerMinute)),
      checkout: perAccount('checkout', Math.min(CHECKOUTS_PER_MINUTE, accountPerMinute)),
      newTokens: perAccount('new-tokens', Math.min(NEW_TOKENS_PER_MINUTE, accountPerMinute)),
      deviceLogins: perAddress('device-logins', Math.min(DEVICE_LOGINS_PER_MINUTE, publicPerMinute)),
      statements: perAddress('statements', Math.min(STATEMENTS_PER_MINUTE, publicPerMinute)),
      mailsToAddress: limitOf({ name: 'mails-to-address', max: MAILS_TO_ADDRESS_PER_MINUTE, keyGenerator: hashedEmail }),
      userCodes: perAccount('user-codes', Math.min(USER_CODES_PER_MINUTE, accountPerMinute)),
      refusedTokens: perAddress('refused-tokens', publicPerMinute),
    })
    app.decorate('limitStores', stores)
  },
  { name: 'limits' },
)
