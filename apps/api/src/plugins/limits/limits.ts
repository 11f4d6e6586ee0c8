import rateLimit from '@fastify/rate-limit'
import { lt } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config.ts'
import { HttpError } from '../../http/errors.ts'
import { mailboxOf } from '../../mailbox-of.ts'
import { startPeriodicTask } from '../../periodic-task.ts'
import { countedTogether } from './counted-together.ts'
import { rateLimits } from './rate-limits.table.ts'

type Limit = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** Hooks that reject a request with 429 after too many requests of its caller within a minute. */
    limit: ReturnType<typeof openLimits>
  }
  interface FastifyRequest {
    /** The limits that counted the request; null for none. */
    countedBy: Counted[] | null
  }
}

/** A limit, and what it leaves to a caller. `remaining` is negative after a request too many. `ttl` is in milliseconds. */
type Counted = { name: string; max: number; remaining: number; ttl: number }

const WINDOW_SECONDS = 60

/** Users export or erase an account once in years; a failed attempt may be repeated. */
const PRIVACY_PER_MINUTE = 10

/** For checkouts, new tokens, codes and statements: more than a user, a household or an office needs, and too few to guess a code. */
const WRITES_PER_MINUTE = 20

/** Settings reads twice for each visit. A hundred accounts at this limit stay below what the payment provider accepts. */
const PAYMENT_READS_PER_MINUTE = 30

/** More than a tool that teaches one visitor sends. */
const FREE_TOOLS_PER_MINUTE = 60

const DAY_SECONDS = 86_400

/** More statements than a household or an office makes; the mails of further ones could be spam. */
const MAILS_PER_NETWORK_PER_DAY = 20

/** More than a buyer has contracts; further mails would flood the mailbox. */
const MAILS_PER_MAILBOX_PER_DAY = 5

/** Invites and corrects a whole team four times. */
const SEAT_MAILS_PER_DAY = 200

/** The part of an account's requests that may have large bodies. */
const LARGE_BODIES = 0.1

const CLEAN_UP_INTERVAL_MS = 3_600_000

/** The maximum number of callers that each limit of an instance counts at the same time. */
const CALLERS = 20_000

const accountOf = ({ user }: FastifyRequest): string => user.id
const networkOf = ({ ip }: FastifyRequest): string => rateLimit.normalizeIP(ip)
const mailboxIn = ({ body }: FastifyRequest): string => mailboxOf((body as { email: string }).email)

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000))

const tooMany = (ttl: number, message = `Too many requests. Please try again in ${secondsOf(ttl)} seconds.`): HttpError =>
  new HttpError(429, 'rate_limited', message, { 'retry-after': String(secondsOf(ttl)) })

function refuseAtZero(request: FastifyRequest, counted: Counted): void {
  request.countedBy = [...(request.countedBy ?? []), counted]
  if (counted.remaining < 0) throw tooMany(counted.ttl)
}

type Bounds = { name: string; max: number; keyOf: (request: FastifyRequest) => string }

function openLimits(app: FastifyInstance, { limits, fileSigningKey: secret }: Config) {
  const { publicPerMinute, accountPerMinute, signUpPerMinute } = limits
  /** Returns a limit that each instance counts for itself, and the same limit for requests that it does not count. */
  const ofInstance = ({ name, max, keyOf }: Bounds) => {
    const options = { max, timeWindow: WINDOW_SECONDS * 1000, keyGenerator: keyOf, cache: CALLERS }
    const check = app.createRateLimit(options)
    const count = async (request: FastifyRequest, increment: boolean): Promise<void> => {
      const result = await check(request, { increment })
      if (result.isAllowed) return
      const remaining = result.isExceeded || (!increment && result.remaining === 0) ? -1 : result.remaining
      refuseAtZero(request, { name, max, remaining, ttl: result.ttl })
    }
    return { counted: (request: FastifyRequest) => count(request, true), uncounted: (request: FastifyRequest) => count(request, false) }
  }
  const publicRoutes = ofInstance({ name: 'public', max: publicPerMinute, keyOf: networkOf })
  const perAddress = (name: string, max = publicPerMinute): Limit =>
    ofInstance({ name, max: Math.min(max, publicPerMinute), keyOf: networkOf }).counted
  /** Returns a limit of at most what signed-in routes have. */
  const perAccount = (name: string, max = accountPerMinute): Limit =>
    ofInstance({ name, max: Math.min(max, accountPerMinute), keyOf: accountOf }).counted

  /** Returns a limit that all instances count together. */
  const together = (name: string, max: number, keyOf: Bounds['keyOf']): Limit => {
    const count = countedTogether(app, { name, max, seconds: WINDOW_SECONDS, secret })
    return async (request) => refuseAtZero(request, { name, max, ...(await count(keyOf(request))) })
  }
  const perDay = (name: string, max: number) => countedTogether(app, { name, max, seconds: DAY_SECONDS, secret })
  const countNetworkMails = perDay('mails-per-network', MAILS_PER_NETWORK_PER_DAY)
  const countMailboxMails = perDay('mails-per-mailbox', MAILS_PER_MAILBOX_PER_DAY)
  const countSeatMails = perDay('seat-mails', SEAT_MAILS_PER_DAY)
  const publicWrites = Math.min(WRITES_PER_MINUTE, publicPerMinute)
  const accountWrites = Math.min(WRITES_PER_MINUTE, accountPerMinute)

  return {
    /** Per address, for public routes. */
    publicRoutes: publicRoutes.counted,
    /** As `publicRoutes`, without counting the request: for work that callers over the limit must not cause. */
    publicRoutesUncounted: publicRoutes.uncounted,
    /** Per account with all its tokens, for signed-in routes; many users may share an address. */
    signedInRoutes: perAccount('account'),
    /** Per address, for new accounts: each request calls the auth provider. */
    signUp: together('sign-up', signUpPerMinute, networkOf),
    /** Per account, for the export of an account and its erasure: both read everything, or call other services. */
    privacy: perAccount('privacy', PRIVACY_PER_MINUTE),
    /**
     * Per account, for new checkouts: each calls the payment provider, and may open a page there and close another. Handlers call it, because
     * invalid requests, which they reject first, cost nothing.
     */
    checkout: perAccount('checkout', WRITES_PER_MINUTE),
    /** Per account, for plans, receipts and the billing portal: each reads from the payment provider. Handlers call it. */
    paymentReads: perAccount('payment-reads', PAYMENT_READS_PER_MINUTE),
    /** Per account, for new personal access tokens: each adds a row to the audit log. */
    newTokens: together('new-tokens', accountWrites, accountOf),
    /** Per address, for programs that request a token: each request adds a row until its code expires. */
    deviceLogins: together('device-logins', publicWrites, networkOf),
    /** Per address, for statements of visitors: each adds a row. Handlers call it, because rejected requests cost nothing. */
    statements: together('statements', publicWrites, networkOf),
    /**
     * Counts a mail that a statement of a visitor causes, per address of the network and per mailbox of the email address in the body. Returns
     * false after too many within a day: then the handler stores the statement without the mail.
     */
    dailyMails: async (request: FastifyRequest): Promise<boolean> => {
      // A network over its limit does not use up the limit of the mailbox.
      if ((await countNetworkMails(networkOf(request))).remaining < 0) return false
      return (await countMailboxMails(mailboxIn(request))).remaining >= 0
    },
    /** Per account, for large JSON bodies: to parse and validate one may take a tenth of a second. What parses bodies calls it. */
    largeBodies: perAccount('large-bodies', Math.ceil(accountPerMinute * LARGE_BODIES)),
    /** Per address, for messages of tools to the MCP server that needs no sign-in. */
    freeTools: perAddress('free-tools', FREE_TOOLS_PER_MINUTE),
    /** Per account, for codes that a user enters, so that guessing finds none. */
    userCodes: together('user-codes', accountWrites, accountOf),
    /** Per account, for invitations and links to seats, and seats that it takes back: an invitation sends a mail. Handlers call it. */
    seatChanges: together('seat-changes', accountWrites, accountOf),
    /** Counts mails about seats that an account causes, for invitations and gifts: a payment buys no mails to strangers. Handlers call it. */
    seatMails: async (request: FastifyRequest, mails: number): Promise<void> => {
      const { remaining, ttl } = await countSeatMails(accountOf(request), mails)
      if (remaining >= 0) return
      const hours = Math.ceil(ttl / 3_600_000)
      throw tooMany(
        ttl,
        `Your account reached the ${SEAT_MAILS_PER_DAY} emails to members that it can send in a day. Try again in ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
      )
    },
    /** Per address, for rejected tokens: verifying signatures takes processor time. */
    refusedTokens: perAddress('refused-tokens'),
  }
}

/**
 * Limits the requests of each caller. Each instance counts for itself (decision 014), but all count together what creates accounts, tokens and
 * mails. Responses name the limits in the headers of draft-ietf-httpapi-ratelimit-headers-11, which @fastify/rate-limit does not send yet.
 */
export const limits = fp(
  async (app) => {
    await app.register(rateLimit, { global: false })
    app.decorateRequest('countedBy', null)
    app.decorate('limit', openLimits(app, app.config))

    startPeriodicTask(app, {
      intervalMs: CLEAN_UP_INTERVAL_MS,
      task: async () => void (await app.db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))),
      onError: (err) => app.log.warn({ err }, 'failed to delete expired rate limits'),
    })

    app.addHook('onSend', (request, reply, _payload, done) => {
      const { countedBy } = request
      // A shared cache would send the headers to other callers.
      if (countedBy && !String(reply.getHeader('cache-control')).includes('public')) {
        reply.header('ratelimit-policy', countedBy.map(({ name, max }) => `"${name}";q=${max};w=${WINDOW_SECONDS}`).join(', '))
        reply.header(
          'ratelimit',
          countedBy.map(({ name, remaining, ttl }) => `"${name}";r=${Math.max(0, remaining)};t=${secondsOf(ttl)}`).join(', '),
        )
      }
      done()
    })
  },
  { name: 'limits' },
)
