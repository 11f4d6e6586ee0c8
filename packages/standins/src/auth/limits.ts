import type { FastifyRequest } from 'fastify'
import { AuthError } from './auth-error.ts'

/** Lifetimes and rate limits, by the movable clock; `requestMs` by the clock of the machine. */
export type AuthLimits = {
  /** How long a request may wait for the mail server, in milliseconds. */
  requestMs: number
  accessTokenSeconds: number
  /** How long a replaced refresh token still works, for browsers that refresh twice at once. */
  refreshReuseSeconds: number
  /** Lifetime of every mailed link and code. */
  linkSeconds: number
  /** Minimum time between two mails of one kind to one address. */
  mailIntervalSeconds: number
  /** Mails an hour, of all accounts together. */
  mailsPerHour: number
  /** Requests that one client address may send to one endpoint at once, before the rates below apply. */
  requestBurst: number
  /** Requests to /token per client address, after the burst. */
  tokenRequestsPerFiveMinutes: number
  /** Requests to every other limited endpoint per client address, after the burst. */
  requestsPerFiveMinutes: number
}

/** The provider's own values, with the lifetimes and the mail limit that docker-compose.yml sets. */
export const DEFAULT_LIMITS: AuthLimits = {
  requestMs: 10_000,
  accessTokenSeconds: 3600,
  refreshReuseSeconds: 10,
  linkSeconds: 3600,
  mailIntervalSeconds: 60,
  mailsPerHour: 1000,
  requestBurst: 30,
  tokenRequestsPerFiveMinutes: 150,
  requestsPerFiveMinutes: 30,
}

const FIVE_MINUTES_MS = 300_000
const HOUR_MS = 3_600_000

type Bucket = { tokens: number; filledAt: number }

/**
 * Creates the rate limit of one endpoint: each client address may send a burst at once, then a rate. The limit throws an AuthError for a request
 * above it. The client address is the first in X-Forwarded-For; as at the provider, requests without it have no limit. A restart resets the limit.
 */
export const createRequestLimit = (now: () => Date, burst: number, perFiveMinutes: number): ((request: FastifyRequest) => void) => {
  const buckets = new Map<string, Bucket>()
  return (request) => {
    const header = request.headers['x-forwarded-for']
    const client = (Array.isArray(header) ? header[0] : header)?.split(',', 1)[0]?.trim()
    if (client === undefined || client === '') return
    const time = now().getTime()
    const { tokens, filledAt } = buckets.get(client) ?? { tokens: burst, filledAt: time }
    const refilled = Math.min(burst, tokens + (Math.max(0, time - filledAt) * perFiveMinutes) / FIVE_MINUTES_MS)
    buckets.set(client, { tokens: refilled < 1 ? refilled : refilled - 1, filledAt: time })
    if (refilled < 1) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
}

/** Creates the limit for the mails of all accounts together. The first mail opens a window of an hour; a restart resets the limit. */
export const createMailLimit = (now: () => Date, perHour: number): (() => void) => {
  let openedAt = Number.NEGATIVE_INFINITY
  let sent = 0
  return () => {
    const time = now().getTime()
    if (time >= openedAt + HOUR_MS) {
      openedAt = time
      sent = 0
    }
    if (sent >= perHour) throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    sent += 1
  }
}

/** Throws an AuthError if the last mail of this kind was sent less than `seconds` ago. */
export const requireMailInterval = (lastSent: Date | null, now: Date, seconds: number): void => {
  if (lastSent === null) return
  const remaining = (lastSent.getTime() + seconds * 1000 - now.getTime()) / 1000
  if (remaining > 0) {
    const message = `For security purposes, you can only request this after ${Math.floor(remaining)} seconds.`
    throw new AuthError(429, 'over_email_send_rate_limit', message)
  }
}
