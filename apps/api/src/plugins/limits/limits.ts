import { hash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config.ts'
import { HttpError } from '../../http/errors.ts'
import { mailboxOf } from '../../mailbox-of.ts'
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
      /** Per account with all its tokens, for signed-in routes; many users may share an address. */
      signedInRoutes: Limit
      /** Per address, for new accounts: each request calls the auth provider. */
      signUp: Limit
      /** Per account, for the export of an account and its erasure: both read everything, or call other services. */
      privacy: Limit
      /**
       * Per account, for new checkouts: each calls the payment provider, and may open a page there and close another. Handlers call it, because
       * invalid requests, which they reject first, cost nothing.
       */
      checkout: Limit
      /** Per account, for plans, receipts and the billing portal: each reads from the payment provider. Handlers call it. */
      paymentReads: Limit
      /** Per account, for new personal access tokens: each adds a row to the audit log. */
      newTokens: Limit
      /** Per address, for programs that request a token: each request adds a row until its code expires. */
      deviceLogins: Limit
      /** Per address, for statements of visitors: each adds a row. Handlers call it, because rejected requests cost nothing. */
      statements: Limit
      /**
       * Counts a mail that a statement of a visitor causes, per address of the network and per mailbox of the email address in the body. Returns
       * false after too many within a day: then the handler stores the statement without the mail.
       */
      dailyMails: (request: FastifyRequest) => Promise<boolean>
      /** Per account, for large JSON bodies: to parse and validate one may take a tenth of a second. What parses bodies calls it. */
      largeBodies: Limit
      /** Per account, for codes that a user enters, so that guessing finds none. */
      userCodes: Limit
      /** Per address, for rejected tokens: verifying signatures takes processor time. */
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

/** For checkouts, new tokens, codes and statements: more than a user, a household or an office needs, and too few to guess a code. */
const WRITES_PER_MINUTE = 20

/** Settings reads twice for each visit. A hundred accounts at this limit stay below what the payment provider accepts. */
const PAYMENT_READS_PER_MINUTE = 30

const DAY_MS = 86_400_000

/** More statements than a household or an office makes; the mails of further ones could be spam. */
const MAILS_PER_NETWORK_PER_DAY = 20

/** More than a buyer has contracts; further mails would flood the mailbox. */
const MAILS_PER_MAILBOX_PER_DAY = 5

/** The part of an account's requests that may have large bodies. */
const LARGE_BODIES = 0.1

/** The maximum number of callers that each limit counts at the same time. */
const CALLERS = 20_000

/** The part of a limit from which instances share a caller's count. */
const SHARED_FROM = 0.1

/** Returns a hash of the mailbox of the email address in a body, because instances send each other the keys. */
const hashedMailbox = ({ body }: FastifyRequest): string => hash('sha256', mailboxOf((body as { email: string }).email), 'base64url')

const tooMany = (ttlMs: number): HttpError => {
  const seconds = Math.max(1, Math.ceil(ttlMs / 1000))
  return new HttpError(429, 'rate_limited', `Too many requests. Please try again in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  })
}

/** Limits the requests of each caller, in this process; `sharedLimits` adds the requests that other instances count. */
export const limits = fp<{ config: Config }>(
  async (app, { config }) => {
    const stores = new Map<string, LimitStore>()
    const storeOf = ({ name, max, timeWindow }: LimitOptions): LimitStore => {
      const store = stores.get(name) ?? new LimitStore({ windowMs: timeWindow, callers: CALLERS, reportFrom: Math.ceil(max * SHARED_FROM) })
      stores.set(name, store)
      return store
    }
    /** Returns the store of each limit by its name. The library passes all options, but its types do not declare them. */
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
        const result = await check(request, { increment })
        if (result.isAllowed) return
        if (result.isExceeded || (!increment && result.remaining === 0)) throw tooMany(result.ttl)
      }
    }
    const { publicPerMinute, accountPerMinute, signUpPerMinute } = config.limits
    // Without a key generator, the library counts by address (IPv6 by network).
    const perAddress = (name: string, max = publicPerMinute): Limit => limitOf({ name, max })
    /** Returns a limit of at most what signed-in routes have. */
    const perAccount = (name: string, max = accountPerMinute): Limit =>
      limitOf({ name, max: Math.min(max, accountPerMinute), keyGenerator: ({ user }) => user.id })

    const dailyLimits: LimitOptions[] = [
      { name: 'mails-per-network', max: MAILS_PER_NETWORK_PER_DAY, timeWindow: DAY_MS },
      { name: 'mails-per-mailbox', max: MAILS_PER_MAILBOX_PER_DAY, timeWindow: DAY_MS, keyGenerator: hashedMailbox },
    ]
    const mailChecks = dailyLimits.map((options) => app.createRateLimit(options))
    const dailyMails = async (request: FastifyRequest): Promise<boolean> => {
      for (const check of mailChecks) {
        const result = await check(request)
        // A network over its limit does not use up the limit of the mailbox.
        if (!result.isAllowed && result.isExceeded) return false
      }
      return true
    }

    app.decorate('limit', {
      publicRoutes: perAddress('public'),
      publicRoutesUncounted: limitOf({ name: 'public', max: publicPerMinute }, { increment: false }),
      signedInRoutes: perAccount('account'),
      signUp: perAddress('sign-up', signUpPerMinute),
      privacy: perAccount('privacy', PRIVACY_PER_MINUTE),
      checkout: perAccount('checkout', WRITES_PER_MINUTE),
      paymentReads: perAccount('payment-reads', PAYMENT_READS_PER_MINUTE),
      newTokens: perAccount('new-tokens', WRITES_PER_MINUTE),
      deviceLogins: perAddress('device-logins', Math.min(WRITES_PER_MINUTE, publicPerMinute)),
      statements: perAddress('statements', Math.min(WRITES_PER_MINUTE, publicPerMinute)),
      dailyMails,
      largeBodies: perAccount('large-bodies', Math.ceil(accountPerMinute * LARGE_BODIES)),
      userCodes: perAccount('user-codes', WRITES_PER_MINUTE),
      refusedTokens: perAddress('refused-tokens'),
    })
    app.decorate('limitStores', stores)
  },
  { name: 'limits' },
)
