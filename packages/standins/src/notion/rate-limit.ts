import { NotionError } from './notion-error.ts'

export type RateLimit = { perSecond: number; burst: number }

/** Notion's limit: three requests a second on average, with some burst. */
const REAL_RATE_LIMIT: RateLimit = { perSecond: 3, burst: 9 }

export type RateLimiter = {
  /** Counts one request. Throws `rate_limited` with Retry-After if the limit is reached. */
  take(): void
  /** Lifts the limit until `work` settles. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>
  isLifted(): boolean
}

/**
 * Creates a token bucket on real time, so that moving the stand-ins' clock does not fill it.
 */
export function createRateLimiter({ perSecond, burst }: RateLimit = REAL_RATE_LIMIT): RateLimiter {
  let tokens = burst
  let filledAt = performance.now()
  let lifts = 0

  return {
    take() {
      if (lifts > 0) return
      const now = performance.now()
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond)
      filledAt = now
      if (tokens >= 1) {
        tokens -= 1
        return
      }
      const seconds = Math.max(1, Math.ceil((1 - tokens) / perSecond))
      throw new NotionError(429, 'rate_limited', 'You have been rate limited. Please try again in a few minutes.', seconds)
    },
    isLifted: () => lifts > 0,
    async withoutLimit(work) {
      lifts += 1
      try {
        return await work()
      } finally {
        lifts -= 1
      }
    },
  }
}
