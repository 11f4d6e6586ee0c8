import { createHmac } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimits } from './rate-limits.table.ts'

/** `secret` hides who the callers are from readers of the table. */
type Options = { name: string; max: number; seconds: number; secret: string }
/** What a caller has left; negative after a request too many. `ttl` is in milliseconds. */
type Left = { remaining: number; ttl: number }

/**
 * Returns a function that counts a request of a caller, or one with `points`, together with those at other instances, in Postgres. A caller over the limit costs no
 * further statements. While Postgres is unavailable, each instance counts alone.
 */
export function countedTogether(
  app: FastifyInstance,
  { name, max, seconds, secret }: Options,
): (caller: string, points?: number) => Promise<Left> {
  const window = { keyPrefix: name, points: max, duration: seconds }
  const limiter = new RateLimiterPostgres({
    ...window,
    tableName: getTableName(rateLimits),
    // A migration creates the table, and `limits` deletes old rows, because the timer of the library cannot be stopped.
    tableCreated: true,
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: max,
    insuranceLimiter: new RateLimiterMemory(window),
    storeType: 'client',
    // The library expects the interface of pg.
    storeClient: {
      query: async ({ text, values }: { text: string; values: (string | number)[] }) => ({ rows: await app.sql.unsafe(text, values) }),
    },
  })
  return async (caller, points = 1) => {
    try {
      // Neither addresses nor ids of accounts are stored. A digest without a secret is found by trying all addresses.
      const digest = createHmac('sha256', secret).update(`rate limit ${caller}`).digest('base64url')
      const { remainingPoints, msBeforeNext } = await limiter.consume(digest, points)
      return { remaining: remainingPoints, ttl: msBeforeNext }
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return { remaining: -1, ttl: refused.msBeforeNext }
      throw refused
    }
  }
}
