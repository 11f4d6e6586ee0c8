import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/**
 * The requests of callers in a current window, as rate-limiter-flexible counts them: it expects these columns in this order. The table is unlogged:
 * backups leave it out.
 */
export const rateLimits = pgTable('rate_limits', {
  /** The name of the limit, and a digest of the caller. */
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** When the window ends, in milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})
