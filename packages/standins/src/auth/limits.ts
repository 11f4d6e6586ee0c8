import { AuthError } from './auth-error.ts'

/** What expires when, and how often something may be asked for. All by the movable clock. */
export type AuthLimits = {
  accessTokenSeconds: number
  /** How long an older refresh token still answers, for browsers that refresh twice at once. */
  refreshReuseSeconds: number
  signupLinkSeconds: number
  recoveryLinkSeconds: number
  /** Least time between two mails of one kind to one address. */
  mailIntervalSeconds: number
  /** Requests to /token, and to /verify, per client address. */
  requestsPerFiveMinutes: number
}

export const DEFAULT_LIMITS: AuthLimits = {
  accessTokenSeconds: 3600,
  refreshReuseSeconds: 10,
  signupLinkSeconds: 86_400,
  recoveryLinkSeconds: 3600,
  mailIntervalSeconds: 60,
  requestsPerFiveMinutes: 150,
}

const WINDOW = 300_000

/** Counts requests per client in windows of five minutes; throws when one has had its share. In memory: a restart forgives. */
export const createRequestLimit = (now: () => Date, share: number): ((client: string) => void) => {
  let window = -1
  let counts = new Map<string, number>()
  return (client) => {
    const current = Math.floor(now().getTime() / WINDOW)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const count = (counts.get(client) ?? 0) + 1
    counts.set(client, count)
    if (count > share) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
}

/** Throws if the last mail of this kind went out too recently. */
export const requireMailInterval = (lastSent: Date | null, now: Date, seconds: number): void => {
  if (lastSent === null) return
  const left = (lastSent.getTime() + seconds * 1000 - now.getTime()) / 1000
  if (left > 0) {
    const message = `For security purposes, you can only request this after ${Math.max(1, Math.floor(left))} seconds.`
    throw new AuthError(429, 'over_email_send_rate_limit', message)
  }
}
